/** All that is read of coupons begins so, and is read again together. */
export const couponsKey = (organization: string) => [organization, 'coupons'] as const
