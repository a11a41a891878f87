import { Type } from 'typebox'
import { nullable, TEXT_LENGTH_MAX, uuid } from '../../platform/http/fields.ts'
import { TEXT } from '../../platform/http/text-patterns.ts'

const externalId = (description: string) =>
  Type.String({ minLength: 1, maxLength: TEXT_LENGTH_MAX, pattern: TEXT, description })

/** How a request names a customer: `withCustomerId` resolves it. */
export const namedCustomer = (description?: string) => ({
  customerId: Type.Optional(uuid(description)),
  customerExternalId: Type.Optional(
    externalId('Your own id of the customer. Send this or customerId, not both.'),
  ),
})

/** Like `namedCustomer`, for a body that must name a customer. */
export const requiredCustomer = () => ({
  customerId: Type.Optional(uuid('This or customerExternalId is required, not both.')),
  customerExternalId: Type.Optional(
    externalId('Your own id of the customer. This or customerId is required, not both.'),
  ),
})

/** Like `namedCustomer`, for several customers. */
export const namedCustomers = (maxItems: number) => ({
  customerId: Type.Optional(
    Type.Array(uuid(), {
      minItems: 1,
      maxItems,
      description: 'One customer, or several: customerId=…&customerId=….',
    }),
  ),
  customerExternalId: Type.Optional(
    Type.Array(externalId('Your own id of a customer.'), {
      minItems: 1,
      maxItems,
      description: 'The same by your own ids. Send this or customerId, not both.',
    }),
  ),
})

/** The customer of an object, by your own id. */
export const customerExternalId = nullable(
  Type.String(),
  'Your own id of the customer; null when it has none.',
)
