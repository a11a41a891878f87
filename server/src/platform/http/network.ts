const NETWORK_GROUPS = 4

/** Who is counted as one: whoever has an IPv6 address has a whole /64 of them. */
export function networkOf(address: string): string {
  if (!address.includes(':') || address.startsWith('::ffff:')) return address
  const [head = ''] = address.split('::')
  return head.split(':').slice(0, NETWORK_GROUPS).join(':')
}
