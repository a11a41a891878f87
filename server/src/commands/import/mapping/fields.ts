/** The mappable fields are those of a usage record with one service. */
type FieldKind = 'text' | 'count' | 'date'

export type Field = { name: string; kind: FieldKind; isRequired: boolean }

const FIELDS: readonly Field[] = [
  { name: 'customerExternalId', kind: 'text', isRequired: true },
  { name: 'agentCode', kind: 'text', isRequired: true },
  { name: 'signalName', kind: 'text', isRequired: true },
  { name: 'model', kind: 'text', isRequired: true },
  { name: 'modelProvider', kind: 'text', isRequired: true },
  { name: 'inputTokens', kind: 'count', isRequired: false },
  { name: 'outputTokens', kind: 'count', isRequired: false },
  { name: 'cacheReadTokens', kind: 'count', isRequired: false },
  { name: 'cacheWriteTokens', kind: 'count', isRequired: false },
  { name: 'cacheWrite1hTokens', kind: 'count', isRequired: false },
  { name: 'serviceTier', kind: 'text', isRequired: false },
  { name: 'paidBy', kind: 'text', isRequired: false },
  { name: 'reportedCostUsd', kind: 'text', isRequired: false },
  { name: 'quantity', kind: 'count', isRequired: false },
  { name: 'usageDate', kind: 'date', isRequired: false },
  { name: 'runId', kind: 'text', isRequired: false },
  { name: 'idempotencyKey', kind: 'text', isRequired: false },
  { name: 'evidenceUrl', kind: 'text', isRequired: false },
  { name: 'evidence', kind: 'text', isRequired: false },
]

const METADATA = 'metadata.'

export const REQUIRED_FIELDS: readonly string[] = FIELDS.filter(({ isRequired }) => isRequired).map(
  ({ name }) => name,
)

/** All mappable fields, for error messages. */
export const FIELD_NAMES: readonly string[] = [
  ...FIELDS.map(({ name }) => name),
  `${METADATA}<key>`,
]

/** Returns the field of this name. Any `metadata.<key>` is a field. */
export function findField(name: string): Field | undefined {
  if (metadataKey(name) !== undefined) return { name, kind: 'text', isRequired: false }
  return FIELDS.find((field) => field.name === name)
}

/** The key of a metadata field, undefined for every other field. */
export function metadataKey(name: string): string | undefined {
  const key = name.startsWith(METADATA) ? name.slice(METADATA.length) : ''
  return key === '' ? undefined : key
}
