import type { Api } from '../../../test/support/app.ts'
import {
  type Fields,
  givenCustomer,
  givenParties,
  givenSubscription,
} from '../../../test/support/given.ts'

export { createClock } from '../../../test/support/clocks.ts'

/** What discounts are given to. */
export const givenFor = (api: Api) => ({
  customer: (fields?: Fields) => givenCustomer(api, fields),
  deal: () => givenParties(api),
  subscription: (fields: Fields) =>
    givenSubscription(api, { startDate: '2026-01-01', isForever: true, ...fields }),
})
