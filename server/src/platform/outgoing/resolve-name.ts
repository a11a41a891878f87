import { promises as dns, type LookupAddress } from 'node:dns'
import { readFile } from 'node:fs/promises'
import { isIP } from 'node:net'

/** Returns the addresses of a name; throws if there are none. */
export type ResolveName = (name: string) => Promise<LookupAddress[]>

type ResolverOptions = {
  /** Servers to ask instead of those of the system. */
  servers?: readonly string[]
  hostsFile?: string
  timeoutMs?: number
}

const TRIES = 2
const TIMEOUT_MS = 2_000
const LOOPBACK = [addressOf('127.0.0.1'), addressOf('::1')]

/**
 * Creates a resolver that asks name servers directly and gives up early. `dns.lookup` would occupy
 * one of the few threads of the process until the slowest server has answered. Names of this
 * machine come from its hosts file.
 */
export function createNameResolver({
  servers,
  hostsFile = '/etc/hosts',
  timeoutMs = TIMEOUT_MS,
}: ResolverOptions = {}): ResolveName {
  return async (name) => {
    const plain = name.toLowerCase().replace(/\.$/, '')
    const known = parseHosts(await readFile(hostsFile, 'utf8').catch(() => '')).get(plain)
    if (known) return known
    if (plain === 'localhost' || plain.endsWith('.localhost')) return LOOPBACK
    const resolver = new dns.Resolver({ timeout: timeoutMs, tries: TRIES })
    if (servers) resolver.setServers(servers)
    const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
    const found = answers.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
    const failed = answers.find((one) => one.status === 'rejected')
    if (found.length === 0) throw failed?.reason ?? new Error(`${name} has no address`)
    return found.map(addressOf)
  }
}

function parseHosts(text: string): Map<string, LookupAddress[]> {
  const byName = new Map<string, LookupAddress[]>()
  for (const line of text.split('\n')) {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/)
    if (isIP(address) === 0) continue
    for (const name of names.map((one) => one.toLowerCase())) {
      byName.set(name, [...(byName.get(name) ?? []), addressOf(address)])
    }
  }
  return byName
}

function addressOf(address: string): LookupAddress {
  return { address, family: isIP(address) }
}
