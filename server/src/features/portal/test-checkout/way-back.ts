type Addresses = { publicUrl: string; portalUrl: string }

/**
 * Returns the URL from a sandbox page back to the portal. With the same origin it is a path: a
 * local machine may be reached by two names, and the visit's cookie belongs to the name in use.
 */
export function wayBack({ publicUrl, portalUrl }: Addresses, url: string): string {
  if (new URL(portalUrl).origin !== new URL(publicUrl).origin) return url
  const { pathname, search } = new URL(url)
  return `${pathname}${search}`
}

/** Returns the portal's origin for a form that leads there; empty if it is this origin. */
export function portalOrigins({ publicUrl, portalUrl }: Addresses): string[] {
  const { origin } = new URL(portalUrl)
  return origin === new URL(publicUrl).origin ? [] : [origin]
}
