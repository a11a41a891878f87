import { Type } from 'typebox'

const CostLine = Type.Object(
  {
    cost: Type.Number(),
    units: Type.Number({
      description:
        'Number of tokens of this kind, or of units of a service. `input` has the tokens that were ' +
        'neither read from a cache nor written to one, unlike `inputTokens` of a record.',
    }),
    costPerUnit: Type.Number({
      description:
        'Price of one unit in USD. If several services have this key, such as one model at two ' +
        'providers, tiers or payers: their cost divided by their units.',
    }),
  },
  { title: 'CostLine', description: 'One priced component of a cost, in USD.' },
)

export const CostLines = Type.Record(Type.String(), CostLine, {
  title: 'CostLines',
  description:
    'Components of a cost; keys are `<model>/<dimension>`. Services with the same key are added up, ' +
    'whatever their provider, tier of service and payer: the services of `GET /v1/events/{eventId}` have each.',
})
