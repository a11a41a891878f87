/** Minimum length that the API accepts. */
export const PASSWORD_MIN = 10
