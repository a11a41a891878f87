/** The longest that a customer or a subscription may be given to pay an invoice: ten years. */
export const NET_TERMS_DAYS_MAX = 3_650
