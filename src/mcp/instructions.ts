/** The instructions for models: which tool for which question, how to read a verdict, and what happens to the input. */
export const instructions = `A directory of banks and their codes, with checks of IBANs, bank codes and account numbers.

Which tool: a name: search_banks. An IBAN, BIC, bank code or account number: resolve_identifier. More about one bank: get_bank. Its branches: list_branches. The details that a payment needs: account_requirements, then check_account. Countries and code formats: list_countries.

Verdicts: "valid": all checks pass and the bank is known; if branch_checked is false, the branch code may not exist. "possible": the format is right, but it is not certain. "former": the code is no longer in use; see the successor. "unknown": no bank in the directory has it. "invalid": a check fails; the message says why. Only "valid" is good enough to pay; otherwise ask the user. Never apply a suggestion without asking. No tool says whether an account exists, has money, or who owns it.

Codes are text: keep leading zeros. Absent fields are not known.

Privacy: identifiers and account numbers are used only to answer the call. This server does not log them, store them or send them to anyone. No tool needs the name of an account holder; do not send one.`
