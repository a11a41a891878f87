import type { Customer, CustomerCreate, CustomerUpdate } from '../../../api/api-types.ts'

/** Form values; an empty text means none. */
const TEXTS = [
  'externalId',
  'email',
  'phone',
  'addressLine1',
  'addressLine2',
  'city',
  'state',
  'zipCode',
  'country',
  'billingContactName',
  'billingContactEmail',
  'taxId',
  'taxExemptionReason',
] as const

export type CustomerValues = Record<(typeof TEXTS)[number], string> & {
  name: string
  status: string
  timezone: string
  netTerms: string
  /** Empty: the amount of the organization applies. */
  lowCreditAmount: string
  /** One address per line. */
  invoiceEmailRecipients: string
  isTaxExempt: boolean
  /** Null means the defaults of the organization. */
  taxRateIds: string[] | null
  /** JSON. */
  metadata: string
}

const NET_TERMS_DEFAULT = 30

export function valuesOf(customer?: Customer): CustomerValues {
  const texts = TEXTS.map((name) => [name, customer?.[name] ?? ''])
  return {
    ...(Object.fromEntries(texts) as Record<(typeof TEXTS)[number], string>),
    name: customer?.name ?? '',
    status: customer?.status ?? 'active',
    timezone: customer?.timezone ?? 'UTC',
    netTerms: String(customer?.netTerms ?? NET_TERMS_DEFAULT),
    lowCreditAmount: String(customer?.lowCreditAmount ?? ''),
    invoiceEmailRecipients: customer?.invoiceEmailRecipients.join('\n') ?? '',
    isTaxExempt: customer?.isTaxExempt ?? false,
    taxRateIds: customer?.taxRateIds ?? null,
    metadata: metadataText(customer?.metadata),
  }
}

function metadataText(metadata: Record<string, unknown> = {}): string {
  return Object.keys(metadata).length === 0 ? '' : JSON.stringify(metadata, null, 2)
}

/** Validates what the API cannot: text that is neither a number nor JSON. */
export function problemsOf({ netTerms, metadata }: CustomerValues) {
  const days = /^\d{1,4}$/.test(netTerms.trim())
    ? undefined
    : 'Enter a whole number of days, such as 30'
  const isObject = metadata.trim() === '' || metadata.trim().startsWith('{')
  return {
    ...(days && { netTerms: days }),
    ...(isObject && isJson(metadata)
      ? {}
      : { metadata: 'Enter a JSON object, such as {"tier": "gold"}' }),
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text.trim() || '{}')
    return true
  } catch {
    return false
  }
}

/** Converts all fields to a request body. */
export function toBody(values: CustomerValues): CustomerCreate {
  const texts = TEXTS.map((name) => [name, values[name].trim() || null])
  return {
    ...Object.fromEntries(texts),
    name: values.name.trim(),
    status: values.status as Customer['status'],
    timezone: values.timezone.trim(),
    netTerms: Number(values.netTerms),
    // Text, because parsing could round it.
    lowCreditAmount: values.lowCreditAmount.trim() || null,
    invoiceEmailRecipients: values.invoiceEmailRecipients.split(/[\s,;]+/).filter(Boolean),
    isTaxExempt: values.isTaxExempt,
    taxRateIds: values.taxRateIds,
    metadata: JSON.parse(values.metadata.trim() || '{}'),
  }
}

/** Returns only changed fields, so that concurrent changes of other fields survive. */
export function changesOf(before: CustomerValues, after: CustomerValues): CustomerUpdate {
  const known = new Map<string, unknown>(Object.entries(toBody(before)))
  const changed = Object.entries(toBody(after)).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(known.get(name)),
  )
  return Object.fromEntries(changed)
}
