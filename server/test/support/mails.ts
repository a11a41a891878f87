import { expect } from 'vitest'
import type { Api } from './app.ts'

export type Mail = {
  id: string
  kind: string
  status: string
  to: unknown
  subject: string
  invoiceId: string | null
}

/** Returns the mails about an invoice. */
export async function mailsOf(api: Api, invoiceId: string): Promise<Mail[]> {
  const { status, body } = await api.get('/v1/emails?limit=100')
  expect(status).toBe(200)
  return body.results.filter((mail: Mail) => mail.invoiceId === invoiceId)
}
