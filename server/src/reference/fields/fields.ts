import { ANALYTICS_FIELDS } from './analytics.ts'
import { CUSTOMER_FIELDS } from './customers.ts'
import { INVOICE_FIELDS } from './invoices.ts'
import { nullMeaningOf } from './nulls.ts'
import { OBJECT_FIELDS } from './objects.ts'
import { PARAMETERS } from './parameters.ts'
import { PEOPLE_FIELDS } from './people.ts'
import { USAGE_FIELDS } from './usage.ts'

const DESCRIPTIONS: Readonly<Record<string, string>> = {
  ...ANALYTICS_FIELDS,
  ...CUSTOMER_FIELDS,
  ...INVOICE_FIELDS,
  ...OBJECT_FIELDS,
  ...PARAMETERS,
  ...PEOPLE_FIELDS,
  ...USAGE_FIELDS,
}

/** Texts about fields whose schemas have none. */
export const FIELD_TEXTS = { descriptions: DESCRIPTIONS, nullMeaningOf }
