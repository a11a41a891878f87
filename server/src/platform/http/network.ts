const GROUPS = 8
const NETWORK_GROUPS = 4
const MAPPED = '::ffff:'

/**
 * Returns the network that limits count as one client: an IPv4 address, or the /64 of an IPv6
 * address, which one client usually owns. All notations of an address give the same network.
 */
export function networkOf(address: string): string {
  if (address.startsWith(MAPPED) && address.includes('.')) return address.slice(MAPPED.length)
  if (!address.includes(':')) return address
  const [head = [], tail] = address.split('::').map((part) => (part === '' ? [] : part.split(':')))
  const gap = tail === undefined ? 0 : Math.max(0, GROUPS - head.length - tail.length)
  return [...head, ...Array<string>(gap).fill('0'), ...(tail ?? [])]
    .slice(0, NETWORK_GROUPS)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}
