import { expect, test } from 'vitest'
import { networkOf, truncatedAddress } from './network.ts'

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8:7:7::1', '2001:db8:7:7'],
  ['2001:0db8:0007:0007:0000:0000:0000:0000', '2001:db8:7:7'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['2001:db8:0:0:1:2:3:4', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
])('%s is of the network %s, however it is written', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

test.each([
  ['192.0.2.1', '192.0.2.0/24'],
  ['::ffff:192.0.2.1', '192.0.2.0/24'],
  ['2001:0db8:0007:0008::1', '2001:db8:7::/48'],
  ['2001:db8::1', '2001:db8:0::/48'],
])('%s is truncated to %s', (address, range) => {
  expect(truncatedAddress(address)).toBe(range)
})
