import { joinedIdentity, type RunIdentity } from '../../../domain/traces/attribution.ts'
import type { Attributes, AttributeValue, Reading } from '../../../domain/traces/span.ts'
import { ATTRIBUTES_MAX } from '../spans/kept-span.ts'
import type { OpenSpan } from './queries.ts'

/** What the spans of a run say together. */
export type RunFacts = {
  add: (span: OpenSpan, reading: Reading) => void
  read: () => Facts
}

export type Facts = {
  identity: RunIdentity
  attributes: Attributes
  warnings: readonly string[]
  name: string | null
  startedAt: Date | null
  endedAt: Date | null
  isError: boolean
}

const WARNINGS_MAX = 20

/**
 * Collects the facts of spans in any order. The root decides before the others, and of these the one
 * that started first.
 */
export function createRunFacts(): RunFacts {
  let first: Placed | undefined
  let identity: Identified | undefined
  const declared: Identified[] = []
  const attributes: Record<string, AttributeValue> = {}
  let rootAttributes: Attributes = {}
  const warnings = new Set<string>()
  let startedAt: Date | null = null
  let endedAt: Date | null = null
  return {
    add: (span, reading) => {
      const place = placeOf(span)
      if (!first || isBefore(place, first)) first = { ...place, span }
      const one = { ...place, identity: reading.identity }
      if (!identity || isBefore(place, identity)) identity = one
      if (isTelling(reading.identity, declared)) declared.push(one)
      const own: Attributes = JSON.parse(span.attributes)
      if (span.isRoot) rootAttributes = own
      addMissing(attributes, own)
      for (const warning of reading.warnings)
        if (warnings.size < WARNINGS_MAX) warnings.add(warning)
      if (!startedAt || span.startedAt < startedAt) startedAt = span.startedAt
      if (!endedAt || span.endedAt > endedAt) endedAt = span.endedAt
    },
    read: () => {
      const ordered = [...(identity ? [identity] : []), ...declared].sort(byPlace)
      const joined = ordered.reduce<RunIdentity>(
        (known, one) => joinedIdentity(known, withoutIds(one.identity)),
        { fallback: {} },
      )
      return {
        identity: joined,
        attributes: addMissing({ ...rootAttributes }, attributes),
        warnings: [...warnings],
        name: first?.span.name ?? null,
        startedAt,
        endedAt,
        isError: first?.isRoot === true && first.span.isError,
      }
    },
  }
}

type Place = { isRoot: boolean; at: number; spanId: string }
type Placed = Place & { span: OpenSpan }
type Identified = Place & { identity: Reading['identity'] }

function placeOf({ isRoot, startedAt, spanId }: OpenSpan): Place {
  return { isRoot, at: startedAt.getTime(), spanId }
}

const isBefore = (a: Place, b: Place) => byPlace(a, b) < 0

function byPlace(a: Place, b: Place): number {
  if (a.isRoot !== b.isRoot) return a.isRoot ? -1 : 1
  if (a.at !== b.at) return a.at - b.at
  return a.spanId < b.spanId ? -1 : Number(a.spanId > b.spanId)
}

/** Spans whose identities are compared; a run declares the same on nearly all. */
const DECLARED_MAX = 1_000

/** Returns true if an identity may add to what others declare. */
function isTelling(
  { customer, agent, signal, evidenceUrl, evidence, fallback }: Reading['identity'],
  known: readonly Identified[],
): boolean {
  const last = known.at(-1)?.identity
  const isSame =
    last !== undefined &&
    last.customer === customer &&
    last.agent === agent &&
    last.signal === signal &&
    last.evidenceUrl === evidenceUrl &&
    last.evidence === evidence &&
    last.fallback.agent === fallback.agent &&
    last.fallback.service === fallback.service &&
    last.fallback.customer === fallback.customer
  return known.length < DECLARED_MAX && !isSame
}

function withoutIds({ run: _, call: __, key: ___, ...identity }: Reading['identity']): RunIdentity {
  return identity
}

function addMissing(
  into: Record<string, AttributeValue>,
  more: Attributes,
): Record<string, AttributeValue> {
  let count = Object.keys(into).length
  for (const [name, value] of Object.entries(more)) {
    if (count >= ATTRIBUTES_MAX) break
    if (Object.hasOwn(into, name)) continue
    into[name] = value
    count += 1
  }
  return into
}
