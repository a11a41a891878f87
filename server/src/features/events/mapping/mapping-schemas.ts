import { type Static, Type } from 'typebox'
import { timestamp, uuid } from '../../../platform/http/fields.ts'
import { listOf, pageParameters } from '../../../platform/http/list.ts'

export const CostModelMappingParams = Type.Object({ mappingId: uuid('Id of the mapping.') })

export const CostModelMappingQuery = Type.Object(pageParameters)
export type CostModelMappingQuery = Static<typeof CostModelMappingQuery>

export const CostModelMapping = Type.Object(
  {
    id: uuid(),
    sourceModel: Type.String({ description: 'As usage records name it, in lower case.' }),
    sourceProvider: Type.String({ description: 'As usage records name it, in lower case.' }),
    targetPricingId: uuid('The catalog entry whose prices apply.'),
    targetModel: Type.String({ description: 'Name of the catalog entry.' }),
    targetProvider: Type.String({ description: 'Provider of the catalog entry.' }),
    createdAt: timestamp(),
    updatedAt: timestamp('When the model was last mapped.'),
  },
  {
    title: 'CostModelMapping',
    description: 'Prices a model that is not in the catalog, or lacks a rate there.',
  },
)
export type CostModelMapping = Static<typeof CostModelMapping>

export const CostModelMappingList = listOf('CostModelMappingList', CostModelMapping)
export type CostModelMappingList = Static<typeof CostModelMappingList>
