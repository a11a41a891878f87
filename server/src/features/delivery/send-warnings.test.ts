import { expect, test } from 'vitest'
import type { Seller } from '../invoices/party.ts'
import { sendWarnings } from './send-warnings.ts'

const SELLER: Seller = {
  name: 'Acme',
  email: null,
  phone: null,
  addressLine1: '1 Main Street',
  addressLine2: null,
  city: 'Springfield',
  state: null,
  zipCode: null,
  country: 'US',
  taxId: null,
  footer: null,
}

test('nothing is said of a sender that has a name and an address', () => {
  expect(sendWarnings(SELLER)).toEqual([])
})

test('a missing name and a missing address are told, with what to do', () => {
  const warnings = sendWarnings({
    ...SELLER,
    name: 'My organization',
    addressLine1: null,
    city: null,
  })
  expect(warnings).toEqual([
    expect.stringMatching(/"My organization": set the name .* PATCH \/v1\/organization/),
    expect.stringMatching(/does not show your address: set addressLine1, city and country/),
  ])
})
