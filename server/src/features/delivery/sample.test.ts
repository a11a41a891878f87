import { expect, test } from 'vitest'
import { must } from '../../../test/support/app.ts'
import { givenMember } from '../../../test/support/people.ts'
import { storesNothing } from '../../../test/support/stores-nothing.ts'
import { useTestApp } from '../../../test/support/use-app.ts'
import { pagesOf } from './documents/test-support.ts'

const t = useTestApp({ now: () => new Date('2026-03-10T12:00:00Z') })
const SAMPLE = '/v1/organization/sample-invoice'
const headersOf = (key: string) => ({ 'x-api-key': key })

async function sample() {
  const headers = headersOf(t.organization.secretKey)
  const answer = await t.app.inject({ method: 'GET', url: SAMPLE, headers })
  expect(answer.statusCode).toBe(200)
  return { answer, text: (await pagesOf(answer.rawPayload)).join(' ').replace(/\s+/g, ' ') }
}

test('a sample invoice shows the current settings, and stores nothing', async () => {
  await storesNothing(t.database.pool, async () => {
    const { answer, text } = await sample()
    expect(answer.headers['content-type']).toBe('application/pdf')
    expect(answer.headers['content-disposition']).toBe('inline; filename="Sample-invoice.pdf"')
    expect(text).toContain('$229.00')
    expect(text).toContain('1 Feb 2026')
  })
  const changed = { name: 'Acme K.K.', currency: 'JPY', invoiceFooter: 'Thank you', city: 'Kobe' }
  await must(t.api.patch('/v1/organization', changed))
  const { text } = await sample()
  for (const shown of ['Acme K.K.', 'Kobe', 'Thank you', '¥229']) expect(text).toContain(shown)
})

test('a sample invoice requires read permission, also by link, and rejects publishable keys', async () => {
  const headers = headersOf(t.organization.publishableKey)
  expect((await t.app.inject({ method: 'GET', url: SAMPLE, headers })).statusCode).toBe(403)
  const { browser } = await givenMember(t, { role: 'viewer' })
  expect((await browser.get(`${SAMPLE}?organization=${t.organization.id}`)).status).toBe(200)
})
