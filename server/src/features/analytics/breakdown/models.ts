import { add, type Decimal, decimal, ZERO } from '../../../domain/money.ts'
import type { ModelWork } from '../../usage-figures/models.ts'

export type ModelSums = {
  quantity: Decimal
  cost: Decimal
  eventCount: Decimal
  uncostedEvents: Decimal
}

const NOTHING: ModelSums = { quantity: ZERO, cost: ZERO, eventCount: ZERO, uncostedEvents: ZERO }

/** The work of one model for a signal, in the window and in the window before. */
export type ComparedModel = {
  agentId: string
  signalId: string
  provider: string
  model: string
  now: ModelSums
  before: ModelSums
}

/** Joins the work of two windows by signal and model, the highest cost first. */
export function compareModels(
  now: readonly ModelWork[],
  before: readonly ModelWork[],
): ComparedModel[] {
  const models = new Map<string, ComparedModel>()
  for (const work of now)
    models.set(keyOf(work), { ...nameOf(work), now: sumsOf(work), before: NOTHING })
  for (const work of before) {
    const known = models.get(keyOf(work)) ?? { ...nameOf(work), now: NOTHING }
    models.set(keyOf(work), { ...known, before: sumsOf(work) })
  }
  return [...models.values()].toSorted(
    (a, b) => b.now.cost.cmp(a.now.cost) || (keyOf(a) < keyOf(b) ? -1 : 1),
  )
}

type Name = Pick<ModelWork, 'agentId' | 'signalId' | 'provider' | 'model'>
const nameOf = ({ agentId, signalId, provider, model }: Name): Name => {
  return { agentId, signalId, provider, model }
}
const keyOf = (name: Name) => JSON.stringify(Object.values(nameOf(name)))

const sumsOf = ({ units, cost, eventCount, uncostedEvents }: ModelWork): ModelSums => ({
  quantity: decimal(units),
  cost: decimal(cost),
  eventCount: decimal(eventCount),
  uncostedEvents: decimal(uncostedEvents),
})

/** Adds the costs of models up, in the window and in the window before. */
export function addModelCosts(models: readonly ComparedModel[]): { now: Decimal; before: Decimal } {
  return models.reduce(
    (sum, { now, before }) => ({
      now: add(sum.now, now.cost),
      before: add(sum.before, before.cost),
    }),
    { now: ZERO, before: ZERO },
  )
}
