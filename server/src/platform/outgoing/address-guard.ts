import type { LookupAddress } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import { createNameResolver, type ResolveName } from './resolve-name.ts'

/** Decides which addresses of the network a URL of a caller may lead to. */
export type AddressGuard = {
  isAllowed: (address: string) => boolean
  /**
   * Resolves a name for a socket. Fails if any of its addresses is not allowed, so a name cannot
   * lead to another address when it is resolved again.
   */
  lookup: LookupFunction
}

/**
 * The URL leads to an address that the service does not connect to. `host` is that of the URL: the
 * address of a name is not mentioned, because it describes the network of the service.
 */
export class AddressRefused extends Error {
  constructor(host: string) {
    super(`${host} does not lead to an allowed address`)
  }
}

/**
 * Allows public addresses, and those in the listed addresses and ranges. Everything else is
 * refused: private, loopback and link-local addresses, and the forms of IPv6 that contain an
 * address of IPv4.
 */
export function createAddressGuard(
  listed: readonly string[],
  resolve: ResolveName = createNameResolver(),
): AddressGuard {
  const isListed = listMatcher(listed)
  return guardOf((address) => isListed(address) || isPublic(address), resolve)
}

/** Allows only the listed addresses and ranges. */
export function createListGuard(
  listed: readonly string[],
  resolve: ResolveName = createNameResolver(),
): AddressGuard {
  return guardOf(listMatcher(listed), resolve)
}

type Address = ipaddr.IPv4 | ipaddr.IPv6

function listMatcher(listed: readonly string[]): (address: Address) => boolean {
  const ranges = listed.map(parseRange)
  return (address) =>
    ranges.some(([first, bits]) => first.kind() === address.kind() && address.match(first, bits))
}

function guardOf(allows: (address: Address) => boolean, resolve: ResolveName): AddressGuard {
  const isAllowed = (address: string) => ipaddr.isValid(address) && allows(ipaddr.parse(address))
  async function resolveAllowed(hostname: string): Promise<LookupAddress[]> {
    const addresses = await resolve(hostname)
    if (addresses.every(({ address }) => isAllowed(address))) return addresses
    throw new AddressRefused(hostname)
  }
  return {
    isAllowed,
    lookup: (hostname, options, callback) => {
      resolveAllowed(hostname).then(
        (addresses) => {
          const [first] = addresses
          if (options.all === true || !first) callback(null, addresses)
          else callback(null, first.address, first.family)
        },
        (error) => callback(error, []),
      )
    },
  }
}

/** The addresses of IPv6 that are assigned to the Internet. */
const GLOBAL = ipaddr.parseCIDR('2000::/3')

function isPublic(address: Address): boolean {
  const isAssigned = address.kind() === 'ipv4' || address.match(...GLOBAL)
  return isAssigned && address.range() === 'unicast'
}

/** Returns the host of a URL if it is an address; brackets around it are removed. */
export function literalAddress({ hostname }: URL): string | undefined {
  const host = hostname.replace(/^\[|\]$/g, '')
  return isIP(host) === 0 ? undefined : host
}

function parseRange(text: string): [Address, number] {
  if (text.includes('/')) return ipaddr.parseCIDR(text)
  const address = ipaddr.parse(text)
  return [address, address.kind() === 'ipv4' ? 32 : 128]
}
