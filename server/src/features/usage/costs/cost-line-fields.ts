import { Type } from 'typebox'

const CostLine = Type.Object(
  { cost: Type.Number(), units: Type.Number(), costPerUnit: Type.Number() },
  { title: 'CostLine', description: 'One priced component of a cost, in USD.' },
)

export const CostLines = Type.Record(Type.String(), CostLine, {
  title: 'CostLines',
  description: 'Components of a cost; keys are `<model>/<dimension>`.',
})
