import { type Static, Type } from 'typebox'
import { nullable, uuid } from '../../../platform/http/fields.ts'
import { listOf, pageParameters } from '../../../platform/http/list.ts'
import { shownTopUpFields } from '../../payments/top-ups/fields.ts'

export const PortalTopUpQuery = Type.Object({ ...pageParameters })

export const PortalTopUpParams = Type.Object({ topUpId: uuid('Id of the top-up.') })

export const PortalTopUp = Type.Object(
  {
    ...shownTopUpFields,
    reason: nullable(
      Type.String(),
      'Reason given by the bank when this request was declined, if any; null when it is read.',
    ),
  },
  { title: 'PortalTopUp', description: 'Prepaid credit that the customer buys.' },
)
export type PortalTopUp = Static<typeof PortalTopUp>

export const PortalTopUpList = listOf('PortalTopUpList', PortalTopUp)
export type PortalTopUpList = Static<typeof PortalTopUpList>
