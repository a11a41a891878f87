import type { PricingStrategy, PricingStrategyUpsert } from '../../../api/api-types.ts'
import type { Price } from '../../../ui/billing/price-in-words.ts'
import { plainDecimal } from '../../../ui/values/money.ts'
import { numberProblem, type TierRow, tierProblems, tierRow, toTiers } from './tiers.ts'

/** Charge type and pricing model as a single choice. */
export type Kind =
  | 'flat'
  | 'package'
  | 'graduated'
  | 'volume'
  | 'credit_pool'
  | 'recurring'
  | 'seat_based'
  | 'onetime'

/** A price being edited; all numbers are typed text. */
export type Draft = {
  key: string
  /** Undefined until it is saved. */
  id: string | undefined
  kind: Kind
  name: string
  signalId: string | undefined
  /** For kinds without tiers. */
  rate: string
  /** Units in a package. */
  packageSize: string
  /** For kinds with tiers. A pool has two: its size and price, and the rate beyond it. */
  tiers: readonly TierRow[]
  /** For fees that recur. */
  billTiming: 'arrears' | 'advance'
  isActive: boolean
}

const USAGE = ['flat', 'package', 'graduated', 'volume', 'credit_pool'] as const
const NAME_MISSING = 'Enter a name for the invoice'
const MISSING = 'Required'

let made = 0

export function newDraft(fields: Partial<Draft> = {}): Draft {
  made += 1
  return {
    key: `price ${made}`,
    id: undefined,
    kind: 'flat',
    name: '',
    signalId: undefined,
    rate: '',
    packageSize: '',
    tiers: [tierRow('', ''), tierRow('', '')],
    billTiming: 'arrears',
    isActive: true,
    ...fields,
  }
}

export function draftOf(strategy: PricingStrategy): Draft {
  const { id, name, chargeType, pricingModel, signalId, rate, packageSize, tiers, isActive } =
    strategy
  const billTiming = strategy.billTiming ?? 'arrears'
  return newDraft({
    id,
    name,
    kind: chargeType === 'usage' ? (pricingModel ?? 'flat') : chargeType,
    signalId: signalId ?? undefined,
    rate: rate === null ? '' : plainDecimal(rate),
    packageSize: packageSize === null ? '' : plainDecimal(packageSize),
    ...(tiers && {
      tiers: tiers.map((tier) =>
        tierRow(
          tier.upper === null ? '' : plainDecimal(tier.upper),
          plainDecimal(tier.rate),
          tier.flatFee === 0 ? '' : plainDecimal(tier.flatFee),
        ),
      ),
    }),
    billTiming,
    isActive,
  })
}

export const isUsage = (kind: Kind): kind is (typeof USAGE)[number] =>
  USAGE.some((one) => one === kind)

/** Returns true for fees of a billing period, which are billed at its end or at its start. */
export const isRecurring = (kind: Kind) => kind === 'recurring' || kind === 'seat_based'

export const hasTiers = (kind: Kind) => isUsage(kind) && kind !== 'flat' && kind !== 'package'

/** Returns true if the amount depends on a quantity, which the preview asks for. */
export const hasQuantity = (kind: Kind) => isUsage(kind) || kind === 'seat_based'

/**
 * Changes the kind and keeps the tiers, so that kinds can be tried out. Only a pool reduces them to
 * two, without flat fees.
 */
export function withKind(draft: Draft, kind: Kind): Draft {
  const [first = tierRow('', ''), second = tierRow('', first.rate)] = draft.tiers
  const last = draft.tiers.at(-1) ?? second
  const tiers =
    kind === 'credit_pool'
      ? [first, draft.tiers.length > 1 ? last : second].map((row) => ({ ...row, flatFee: '' }))
      : draft.tiers
  return { ...draft, kind, tiers }
}

/** Returns problems by field. Missing values are included only if `isAll` is true. */
export function problemsOf(draft: Draft, { isAll }: { isAll: boolean }): Record<string, string> {
  const found = allProblems(draft)
  const shown = Object.entries(found).filter(([, text]) => isAll || !isMissing(text))
  return Object.fromEntries(shown)
}

const SIGNAL_MISSING = 'Choose a signal'
const isMissing = (text: string) => [MISSING, SIGNAL_MISSING, NAME_MISSING].includes(text)

function allProblems(draft: Draft): Record<string, string> {
  const { id, kind, name, signalId, rate, packageSize, tiers } = draft
  const ofRate = hasTiers(kind) ? undefined : numberProblem(rate, MISSING)
  const ofSize = kind === 'package' ? sizeProblem(packageSize) : undefined
  return {
    ...(isUsage(kind) && signalId === undefined && { signalId: SIGNAL_MISSING }),
    // A new price without a name gets the name of its signal or its kind.
    ...(id !== undefined && name.trim() === '' && { name: NAME_MISSING }),
    ...(ofRate !== undefined && { rate: ofRate }),
    ...(ofSize !== undefined && { packageSize: ofSize }),
    ...(hasTiers(kind) && tierProblems(tiers, MISSING)),
  }
}

function sizeProblem(text: string): string | undefined {
  if (text.trim() === '') return MISSING
  return /^0*[1-9]\d*$/.test(text.trim()) ? undefined : 'Enter a whole number from 1'
}

/** Returns true if the service can price it. A price does not depend on its signal or its name. */
export function isPriceable(draft: Draft): boolean {
  return Object.keys(allProblems(draft)).every((field) => field === 'signalId' || field === 'name')
}

/** Converts the price to a request body. */
export function priceOf({ kind, rate, packageSize, tiers, billTiming }: Draft) {
  if (!isUsage(kind)) {
    const fee = { chargeType: kind, rate: rate.trim() }
    return isRecurring(kind) ? { ...fee, billTiming } : fee
  }
  const usage = { chargeType: 'usage', pricingModel: kind } as const
  if (kind === 'flat') return { ...usage, rate: rate.trim() }
  if (kind === 'package') return { ...usage, rate: rate.trim(), packageSize: packageSize.trim() }
  return { ...usage, tiers: toTiers(tiers) }
}

/** Converts the price for `priceInWords`. */
export const wordsOf = (draft: Draft): Price => priceOf(draft)

export function toUpsert(draft: Draft): PricingStrategyUpsert {
  const { id, kind, name, signalId, isActive } = draft
  return {
    ...(id === undefined ? {} : { id }),
    ...(name.trim() === '' ? {} : { name: name.trim() }),
    ...priceOf(draft),
    ...(isUsage(kind) ? { signalId: signalId ?? null } : {}),
    isActive,
  }
}

/** Returns true if saving would change the price. */
export function isChanged(draft: Draft, saved: Draft | undefined): boolean {
  return saved === undefined || JSON.stringify(toUpsert(draft)) !== JSON.stringify(toUpsert(saved))
}
