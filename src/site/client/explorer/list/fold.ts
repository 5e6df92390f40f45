/** Returns text in lower case and without accents, so that "arbol" matches "Árbol". */
export const fold = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
