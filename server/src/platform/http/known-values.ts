/** Keyword for the values of an open list that the service of this version has. */
export const KNOWN_VALUES = 'x-known-values'
