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

test('a sender with a name and an address causes no warning', () => {
  expect(sendWarnings(SELLER)).toEqual([])
})

test('a missing name and a missing address cause warnings that say what to do', () => {
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
