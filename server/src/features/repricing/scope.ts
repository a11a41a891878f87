import type { Db } from '../../platform/database.ts'
import { dateProblem, parseSentDate } from '../../platform/dates/sent-date.ts'
import { AppError, notFound } from '../../platform/errors.ts'
import { getAgent } from '../agents/service.ts'
import { withKnownCustomerId } from '../customers/named-customer.ts'
import { findEveryCustomer } from '../customers/service.ts'
import type { RecostScope } from '../usage/recosting/costed-events.ts'
import type { RepricingPreviewCreate } from './schemas.ts'

/** Returns the events that a request means. Throws `not_found` for an unknown customer or agent. */
export async function readScope(
  db: Db,
  organizationId: string,
  sent: RepricingPreviewCreate,
): Promise<RecostScope> {
  const window = parseWindow(sent)
  const named = await withKnownCustomerId(db, organizationId, sent)
  const customerId = named.customerId?.toLowerCase() ?? null
  const agentId = sent.agentId?.toLowerCase() ?? null
  if (customerId !== null && !(await findEveryCustomer(db, { organizationId, id: customerId }))) {
    notFound('Customer')
  }
  if (agentId !== null) await getAgent(db, { organizationId, id: agentId })
  return {
    organizationId,
    ...window,
    customerId,
    agentId,
    provider: sent.modelProvider?.trim().toLowerCase() ?? null,
    model: sent.model?.trim().toLowerCase() ?? null,
  }
}

function parseWindow({ from, to }: RepricingPreviewCreate) {
  const start = parseSentDate(from)
  const end = parseSentDate(to)
  const problems = [
    ...(start === undefined ? [dateProblem('from', from)] : []),
    ...(end === undefined ? [dateProblem('to', to)] : []),
  ]
  if (start === undefined || end === undefined) throw new AppError('invalid', problems)
  if (end <= start) {
    const message = `to ${to} must be after from ${from}; it is not part of the usage dates`
    throw new AppError('dates_reversed', message, { param: 'to' })
  }
  return { windowStart: new Date(start), windowEnd: new Date(end) }
}
