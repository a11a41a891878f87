/** Longest payment term of a customer or a subscription: ten years. */
export const NET_TERMS_DAYS_MAX = 3_650
