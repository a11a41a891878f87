/** What the API takes at least. */
export const PASSWORD_MIN = 10
