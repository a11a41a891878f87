import assert from 'node:assert/strict'
import { type Db, runIn } from '../../../platform/database.ts'
import { dateProblem, parseSentDate } from '../../../platform/dates/sent-date.ts'
import { AppError } from '../../../platform/errors.ts'
import { newId } from '../../../platform/id.ts'
import type { Actor } from '../../auth/principal.ts'
import type { Catalog } from '../../catalog/catalog.ts'
import { canonicalProvider } from '../../catalog/names.ts'
import { namesOfRate } from '../../catalog/price-book.ts'
import { addCostRate } from '../../catalog/stored-cost-rates.ts'
import type { Moment } from '../../clock/business-clock.ts'
import { publishEvent } from '../../outbox/outbox.ts'
import { tierNamed } from '../../usage/batch/parse-record.ts'
import { lockBackfill } from '../../usage/ingest/uncosted.ts'
import type { OrganizationTurns } from '../organization-turns.ts'
import { toBodies } from './body.ts'
import { costWaiting } from './cost-waiting.ts'
import type { CostRateCreate, CreatedCostRate } from './schemas.ts'
import { sentPrice } from './sent-price.ts'

export type CreateCostRateDeps = { db: Db; catalog: Catalog; mappingTurns: OrganizationTurns }

type Command = { organizationId: string; input: CostRateCreate; actor: Actor }

/**
 * Sets an own rate. Costs every event that waits for it, in the same transaction, including
 * concurrent events. Ingestion is not blocked.
 */
export async function createCostRate(
  { db, catalog, mappingTurns }: CreateCostRateDeps,
  { organizationId, input, actor }: Command,
  moment: Moment,
): Promise<CreatedCostRate> {
  const sent = {
    ...sentPrice(input),
    organizationId,
    serviceTier: input.serviceTier == null ? null : tierNamed(input.serviceTier),
    effectiveFrom: sentStart(input.effectiveFrom),
    effectiveTo: null,
    allocationId: null,
    isProvisional: false,
    note: input.note?.trim() || null,
    createdAt: moment.now,
    withdrawnAt: null,
  }
  await catalog.refresh()
  const { rate, costed } = await mappingTurns(organizationId, () =>
    db.transaction().execute(async (tx) => {
      // Rates and mappings of an organization are set one after another, so this one sees the earlier ones.
      await lockBackfill(runIn(tx), organizationId)
      await catalog.refreshOrganizations()
      const rate = { ...sent, ...namesFor(catalog, organizationId, input), id: newId() }
      const costed = await costWaiting(tx, { catalog, rate }, moment.now)
      const event = { type: 'cost_rate.created' as const, organizationId, customerId: null }
      await publishEvent(tx, { ...event, id: rate.id }, moment)
      // Last, because its foreign keys lock the organization's row and block new events.
      await addCostRate(tx, rate, actor)
      return { rate, costed }
    }),
  )
  await catalog.refreshOrganizations()
  const set = { ...rate, actorKind: actor.kind, actorId: actor.id }
  const [body] = await toBodies(db, organizationId, [set])
  assert(body)
  return { ...body, costed }
}

function sentStart(effectiveFrom: string | null | undefined): Date | null {
  if (effectiveFrom == null) return null
  const at = parseSentDate(effectiveFrom)
  if (at === undefined) throw new AppError('invalid', [dateProblem('effectiveFrom', effectiveFrom)])
  return new Date(at)
}

/** Returns the names of the rate. Throws (422) for a percentage off rates that the catalog lacks. */
function namesFor(
  { book }: Catalog,
  organizationId: string,
  { modelProvider, model, percentOff }: CostRateCreate,
): { provider: string; model: string | null } {
  if (model == null) {
    const provider = canonicalProvider(modelProvider)
    if (book.byName.has(provider)) return { provider, model: null }
    throw new AppError(
      'inconsistent',
      `${provider} is not a provider of the catalog; see /v1/services, or send rates with a model`,
    )
  }
  const asked = { organizationId, provider: modelProvider, model }
  const { entry, ...names } = namesOfRate(book, asked)
  if (entry || percentOff == null) return names
  throw new AppError(
    'inconsistent',
    `${names.provider}/${names.model} is not in the catalog, so there are no rates to take percentOff off; send rates instead, such as inputCost and outputCost`,
  )
}
