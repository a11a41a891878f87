import type { PaymentsOfInvoice } from '../../../src/features/payments/schemas.ts'
import type { Client } from './client.ts'
import { isOpen, type Operation } from './ledger.ts'
import { noteRefusals } from './work/usage.ts'

const ATTEMPTS = 5

/**
 * Retries every operation without a definite answer under its original key, as clients are told to
 * do. Before a payment or refund is sent with a new key, it checks that the first request had no
 * effect.
 */
export async function resendUnanswered(client: Client): Promise<string[]> {
  const { ledger } = client
  const problems: string[] = []
  for (const operation of ledger.operations.filter(isOpen)) {
    ledger.resent += 1
    if (!(await sendAgain(client, operation))) {
      problems.push(`POST ${operation.path}, sent again to a healthy service, got no answer`)
      continue
    }
    if (operation.kind === 'record') noteRefusals(ledger, operation)
    // Not a final refusal: the first request was interrupted, before or after it took effect.
    if (!isUndecided(operation) || (await isThere(client, operation))) continue
    if (operation.kind === 'payment' || operation.kind === 'refund') {
      await client.send({ ...operation, key: `${operation.key} anew` })
    }
  }
  return problems
}

async function sendAgain(client: Client, operation: Operation): Promise<boolean> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    if (await client.send(operation)) return true
  }
  return false
}

/** True if the key's first request was never answered. */
function isUndecided({ refused }: Operation): boolean {
  return refused.some((answer) => answer.includes('has not been answered'))
}

/** True if the payment or refund of this operation is on its invoice. */
async function isThere(client: Client, { kind, path, marker }: Operation): Promise<boolean> {
  if (kind !== 'payment' && kind !== 'refund') return false
  const [list = ''] = /^\/v1\/invoices\/[^/]+\/payments/.exec(path) ?? []
  const { results } = await client.get<PaymentsOfInvoice>(list)
  return kind === 'payment'
    ? results.some(({ reference }) => reference === marker)
    : results.some(({ refunds }) => refunds.some(({ reason }) => reason === marker))
}
