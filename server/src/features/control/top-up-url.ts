/** Returns the URL of the page of the portal where customers see and buy credit. */
export const topUpUrl = ({ portalUrl }: { portalUrl: string }): string =>
  `${portalUrl}/portal/credit`
