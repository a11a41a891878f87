import type { RepricingPreviewCreate } from '../../api/api-types.ts'
import { given } from '../../ui/url/search-readers.ts'
import { dayAfter } from '../../ui/values/dates.ts'

/** Form values; `to` is the last usage date, included. */
export type RepriceValues = {
  from: string
  to: string
  modelProvider: string
  model: string
  customerId: string
  agentId: string
  reason: string
}

export const NO_SCOPE: RepriceValues = {
  from: '',
  to: '',
  modelProvider: '',
  model: '',
  customerId: '',
  agentId: '',
  reason: '',
}

type Problems = { [Field in keyof RepriceValues]?: string }

export function problemsOf({ from, to }: RepriceValues): Problems {
  return given({
    from: from === '' ? 'Choose a day' : undefined,
    to:
      to === ''
        ? 'Choose a day'
        : from !== '' && to < from
          ? 'Choose a day that is not before the first one'
          : undefined,
  })
}

/** Returns true if two runs have the same effect. */
export function hasSameScope(one: RepriceValues, other: RepriceValues): boolean {
  const text = ({ reason: _, ...scope }: RepriceValues) => JSON.stringify(scope)
  return text(one) === text(other)
}

/** Returns the scope of a run. The API excludes the end. */
export function toScope(values: RepriceValues): RepricingPreviewCreate {
  const { from, to, modelProvider, model, customerId, agentId } = values
  const text = (value: string) => value.trim() || undefined
  return {
    from,
    to: dayAfter(to),
    ...given({
      modelProvider: text(modelProvider),
      model: text(model),
      customerId: text(customerId),
      agentId: text(agentId),
    }),
  }
}
