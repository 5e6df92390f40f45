/** Parses responses with the models that quicktype generates, and prints what they hold. */
package banklookup;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.LinkedHashMap;
import java.util.Map;

public class ReadModels {
    public static void main(String[] arguments) throws Exception {
        ObjectMapper mapper = new ObjectMapper();
        JsonNode responses = mapper.readTree(System.in);
        BankList banks = mapper.treeToValue(responses.get("banks"), BankList.class);
        ResolveResult resolved = mapper.treeToValue(responses.get("resolved"), ResolveResult.class);
        Problem problem = mapper.treeToValue(responses.get("problem"), Problem.class);
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("banks", banks.getBanks().size());
        facts.put("status", banks.getBanks().get(0).getStatus().toValue());
        facts.put("verdict", resolved.getReadings().get(0).getVerdict().toValue());
        facts.put("problem", problem.getCode());
        System.out.println(mapper.writeValueAsString(facts));
    }
}
