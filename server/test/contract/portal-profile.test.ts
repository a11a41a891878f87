import { describe, expect, test } from 'vitest'
import { must } from '../support/app.ts'
import { givenCustomer } from '../support/given.ts'
import { givenPortal } from '../support/portal.ts'
import { useTestApp } from '../support/use-app.ts'

const t = useTestApp()
const PROFILE = '/v1/portal/profile'
type Told = { kind: string; to: string }

async function givenVisit(fields: object = {}) {
  const { id: customerId } = await givenCustomer(t.api, { email: 'old@acme.example', ...fields })
  const portal = await givenPortal(t, t.api, customerId)
  const asOperator = async () => (await t.api.get(`/v1/customers/${customerId}`)).body
  return { customerId, portal, asOperator }
}

describe('a customer', () => {
  test('changes its name and the recipients of invoices, and the company sees it', async () => {
    const { portal, asOperator, customerId } = await givenVisit({ netTerms: 7 })
    const change = {
      email: 'new@acme.example',
      billingContactName: 'Ann',
      invoiceEmailRecipients: ['copy@acme.example'],
      city: 'Springfield',
      country: 'US',
      taxId: 'VAT 1',
    }
    const { status, body } = await portal.patch(PROFILE, change)
    expect(status).toBe(200)
    expect(body).toMatchObject({ ...change, country: expect.any(String) })
    expect((await portal.get(PROFILE)).body).toEqual(body)
    expect(await asOperator()).toMatchObject({ email: 'new@acme.example', netTerms: 7 })
    const { rows } = await t.database.pool.query(
      `select actor_kind, actor_id from audit_log where method = 'PATCH' and path = $1`,
      [PROFILE],
    )
    expect(rows).toContainEqual({ actor_kind: 'customer', actor_id: customerId })
  })

  test.each([
    ['netTerms', 90],
    ['isTaxExempt', true],
    ['taxRateIds', []],
    ['taxExemptionReason', 'none'],
    ['externalId', 'mine'],
    ['status', 'inactive'],
    ['timezone', 'Europe/Berlin'],
    ['metadata', { tier: 'gold' }],
  ])('neither sees nor changes %s', async (field, value) => {
    const { portal, asOperator } = await givenVisit()
    const before = await asOperator()
    const { status, body } = await portal.patch(PROFILE, { [field]: value })
    expect([status, body.code, body.param]).toEqual([400, 'unknown_field', field])
    expect((await portal.get(PROFILE)).body).not.toHaveProperty(field)
    expect(await asOperator()).toEqual(before)
  })

  test('is refused in the same cases as the company', async () => {
    const { portal } = await givenVisit()
    for (const wrong of [
      { email: 'nobody' },
      { name: '' },
      { invoiceEmailRecipients: ['nobody'] },
      { city: 'x'.repeat(1_000) },
    ]) {
      expect((await portal.patch(PROFILE, wrong)).status, JSON.stringify(wrong)).toBe(400)
    }
  })

  test('keeps an address that invoices can go to', async () => {
    const { portal } = await givenVisit()
    const { status, body } = await portal.patch(PROFILE, { email: null })
    expect([status, JSON.stringify(body.message)]).toEqual([
      400,
      expect.stringContaining('billingContactEmail'),
    ])
    const other = { email: null, billingContactEmail: 'ann@acme.example' }
    expect((await portal.patch(PROFILE, other)).status).toBe(200)
  })

  test('a replaced address is notified, without a link, and the new one is not', async () => {
    const { portal, customerId } = await givenVisit({ billingContactEmail: 'ann@acme.example' })
    const told = async () => {
      const { results } = await must(t.api.get(`/v1/emails?customerId=${customerId}`))
      return results.map(({ kind, to }: Told) => `${kind} ${to}`).toSorted()
    }
    await must(portal.patch(PROFILE, { city: 'Springfield', email: 'OLD@acme.example' }))
    expect(await told()).toEqual([])
    await must(portal.patch(PROFILE, { email: 'new@acme.example' }))
    expect(await told()).toEqual(['address_change OLD@acme.example'])
    // An address that moves from one field to the other still receives the mails.
    const moved = { email: 'ann@acme.example', billingContactEmail: 'new@acme.example' }
    await must(portal.patch(PROFILE, moved))
    expect(await told()).toHaveLength(1)
    await must(portal.patch(PROFILE, { email: 'a@b.example', billingContactEmail: null }))
    expect(await told()).toEqual([
      'address_change OLD@acme.example',
      'address_change ann@acme.example',
      'address_change new@acme.example',
    ])
    const { results } = await must(t.api.get(`/v1/emails?customerId=${customerId}`))
    for (const { id } of results) {
      const { html, text } = await must(t.api.get(`/v1/emails/${id}`))
      for (const said of [html, text]) expect(said).not.toMatch(/href|https?:|a@b\.example/)
    }
  })

  test('sends no notice of a change that is refused or made by the operator', async () => {
    const { portal, customerId } = await givenVisit()
    expect((await portal.patch(PROFILE, { email: 'nobody' })).status).toBe(400)
    expect((await portal.patch(PROFILE, { email: null })).status).toBe(400)
    await must(t.api.patch(`/v1/customers/${customerId}`, { email: 'other@acme.example' }))
    expect((await t.api.get(`/v1/emails?customerId=${customerId}`)).body.results).toEqual([])
  })

  test('changes no other customer, and nothing from a page of another site', async () => {
    const [mine, other] = [await givenVisit(), await givenVisit()]
    await mine.portal.patch(PROFILE, { city: 'Mine' })
    expect(await other.asOperator()).toMatchObject({ city: null })
    const foreign = await givenPortal({ ...t, config: t.config }, t.api, mine.customerId)
    expect((await foreign.get(PROFILE)).body).toMatchObject({ city: 'Mine' })
    expect((await t.api.patch(PROFILE, { city: 'Key' })).status).toBe(401)
  })
})
