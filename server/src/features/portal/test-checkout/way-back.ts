type Addresses = { publicUrl: string; portalUrl: string }

/**
 * The way from a page of the sandbox back to the portal. Where both have the same address it is a path: on
 * a machine of one's own the address has two names, and the cookie of the visit is known under one.
 */
export function wayBack({ publicUrl, portalUrl }: Addresses, url: string): string {
  if (new URL(portalUrl).origin !== new URL(publicUrl).origin) return url
  const { pathname, search } = new URL(url)
  return `${pathname}${search}`
}

/** Where the portal is, for a page whose form leads there; none where that is our own address. */
export function portalOrigins({ publicUrl, portalUrl }: Addresses): string[] {
  const { origin } = new URL(portalUrl)
  return origin === new URL(publicUrl).origin ? [] : [origin]
}
