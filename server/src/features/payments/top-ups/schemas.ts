import { type Static, Type } from 'typebox'
import { nullable, timestamp, uuid } from '../../../platform/http/fields.ts'
import { listOf, pageParameters } from '../../../platform/http/list.ts'
import { customerExternalId } from '../../customers/fields.ts'
import { shownTopUpFields } from './fields.ts'

export const TopUpsParams = Type.Object({ customerId: uuid() })
export const TopUpParams = Type.Object({
  customerId: uuid(),
  topUpId: uuid('Id of the top-up, and of its invoice.'),
})

export const TopUpQuery = Type.Object(pageParameters)
export type TopUpQuery = Static<typeof TopUpQuery>

export const TopUp = Type.Object(
  {
    ...shownTopUpFields,
    customerId: uuid(),
    customerExternalId,
    grantId: nullable(uuid(), 'The credit grant that the payment gave; null until it is paid.'),
    failureReason: nullable(
      Type.String(),
      'Why the latest payment failed; null if none failed last.',
    ),
    createdAt: timestamp('Real time.'),
  },
  {
    title: 'TopUp',
    description:
      'Prepaid credit that a customer buys: an invoice of the kind `top_up`, without tax, which ' +
      'gives credit once it is paid.',
  },
)
export type TopUp = Static<typeof TopUp>

export const TopUpList = listOf('TopUpList', TopUp)
export type TopUpList = Static<typeof TopUpList>
