// biome-ignore-all lint/suspicious/noExplicitAny: API responses, of which only ids are read
type Caller = {
  get: (path: string) => Promise<any>
  post: (path: string, body?: unknown) => Promise<any>
}

const LONG_NAME = `Promotional credit for moving ${'W'.repeat(20)} from another supplier, ${'in several parts, '.repeat(12)}`

/** Grants credit of each kind and state, to a customer with usage and to one with a long name. */
export async function prepay(owner: Caller): Promise<void> {
  const of = async (externalId: string) =>
    (await owner.get(`/v1/customers/by-external-id/${externalId}`)).id
  const northwind = await of('northwind')
  const grant = (customerId: string, fields: object) =>
    owner.post(`/v1/customers/${customerId}/credit-grants`, fields)
  const used = { kind: 'paid', currency: 'USD', amount: '120', name: 'Top-up of September' }
  await grant(northwind, { ...used, effectiveAt: '2026-01-01' })
  const welcome = { kind: 'promotional', currency: 'USD', amount: '50', name: 'Welcome credit' }
  await grant(northwind, { ...welcome, expiresAt: '2099-01-01' })
  const old = await grant(northwind, { ...welcome, name: 'Trial credit', amount: '25' })
  await owner.post(`/v1/customers/${northwind}/credit-grants/${old.id}/expire`)
  await grant(northwind, { ...used, name: 'Commitment of next year', effectiveAt: '2098-01-01' })
  await grant(northwind, { kind: 'paid', currency: 'USD', amount: '1000', priority: 60 })
  const contoso = await of('contoso')
  await grant(contoso, { ...welcome, name: LONG_NAME.slice(0, 255), amount: '99999999999.99' })
  await grant(contoso, { ...welcome, currency: 'EUR', amount: '10.5' })
  await grant(contoso, { ...used, currency: 'JPY', amount: '150000' })
}
