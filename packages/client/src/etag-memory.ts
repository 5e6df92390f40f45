/**
 * Remembers responses with their ETags, so that a list that has not changed is not sent again. Keeps the text and not
 * the parsed object: the caller may change the object.
 */
export interface Remembered {
  etag: string
  text: string
}

/** Drops the least recently used responses when their texts have more than `charactersMax` characters together. */
export function createEtagMemory(charactersMax: number) {
  // A map iterates in the order of insertion: the least recently used response comes first.
  const responses = new Map<string, Remembered>()
  let characters = 0

  const remove = (url: string): Remembered | undefined => {
    const response = responses.get(url)
    if (response && responses.delete(url)) characters -= response.text.length
    return response
  }
  const add = (url: string, response: Remembered): void => {
    responses.set(url, response)
    characters += response.text.length
  }
  return {
    get: (url: string): Remembered | undefined => {
      const response = remove(url)
      if (response) add(url, response)
      return response
    },
    set: (url: string, response: Remembered): void => {
      remove(url)
      if (response.text.length > charactersMax) return
      add(url, response)
      for (const oldest of responses.keys()) {
        if (characters <= charactersMax) break
        remove(oldest)
      }
    },
  }
}
