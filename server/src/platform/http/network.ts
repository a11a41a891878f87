const GROUPS = 8
const NETWORK_GROUPS = 4
const SITE_GROUPS = 3
const MAPPED = '::ffff:'

/**
 * Returns the network that limits count as one client: an IPv4 address, or the /64 of an IPv6
 * address, which one client usually owns. All notations of an address give the same network.
 */
export function networkOf(address: string): string {
  return ipv4Of(address) ?? groupsOf(address).slice(0, NETWORK_GROUPS).join(':')
}

/**
 * Returns the range that is stored instead of an address where the address itself would say too
 * much about a person: the /24 of an IPv4 address, the /48 of an IPv6 address.
 */
export function truncatedAddress(address: string): string {
  const ipv4 = ipv4Of(address)
  if (ipv4 === undefined) return `${groupsOf(address).slice(0, SITE_GROUPS).join(':')}::/48`
  return `${ipv4.slice(0, ipv4.lastIndexOf('.'))}.0/24`
}

function ipv4Of(address: string): string | undefined {
  if (address.startsWith(MAPPED) && address.includes('.')) return address.slice(MAPPED.length)
  return address.includes(':') ? undefined : address
}

/** Returns the eight groups of an IPv6 address, without leading zeros. */
function groupsOf(address: string): string[] {
  const [head = [], tail] = address.split('::').map((part) => (part === '' ? [] : part.split(':')))
  const gap = tail === undefined ? 0 : Math.max(0, GROUPS - head.length - tail.length)
  return [...head, ...Array<string>(gap).fill('0'), ...(tail ?? [])].map((group) =>
    Number.parseInt(group, 16).toString(16),
  )
}
