import type { ScopedId } from '../../domain/scoped-id.ts'
import { batched } from '../../platform/batching/batched.ts'
import { forAll } from '../../platform/batching/for-all.ts'
import { announceChange, type CacheTopic } from '../../platform/cache-events.ts'
import type { Db } from '../../platform/database.ts'
import { parseSince } from '../../platform/dates/sent-date.ts'
import { AppError, notFound } from '../../platform/errors.ts'
import { type ExpectedVersion, requireVersion } from '../../platform/expected-version.ts'
import { listAnswer, pageOf } from '../../platform/http/list.ts'
import { newId } from '../../platform/id.ts'
import { createIdDirectory, type IdDirectory } from '../../platform/id-directory.ts'
import type { Moment } from '../clock/business-clock.ts'
import { listBalances } from '../credit-balances/service.ts'
import { lockTaxRates } from '../tax-rates/service.ts'
import { toBody } from './body.ts'
import { lockCustomer } from './lock.ts'
import { refuseUnknown } from './named-customer.ts'
import * as provisioning from './provisioning-queries.ts'
import { publishCustomer } from './publish-customer.ts'
import * as queries from './queries.ts'
import type { Customer, CustomerCreate, CustomerList, CustomerListQuery } from './schemas.ts'
import { externalIdTaken, toValues } from './values.ts'

export async function createCustomer(
  db: Db,
  { organizationId, input }: { organizationId: string; input: CustomerCreate },
  moment: Moment,
): Promise<Customer> {
  const values = { ...toValues(input), name: input.name }
  return db.transaction().execute(async (tx) => {
    await lockTaxRates(tx, { organizationId, ids: values.taxRateIds ?? [] })
    const key = { organizationId, id: newId() }
    const customer = await queries.insertCustomer(tx, key, values, moment.now)
    if (!customer) throw externalIdTaken(input)
    await publishCustomer(tx, key, 'created', moment)
    return toBody(customer, [])
  })
}

export async function getCustomer(db: Db, key: ScopedId): Promise<Customer> {
  return withCredit(db, (await queries.findCustomer(db, key)) ?? notFound('Customer'), key)
}

/** Returns the customer without its credit; undefined if it is deleted or absent. */
export function findCustomer(db: Db, key: ScopedId): Promise<queries.CustomerRow | undefined> {
  return queries.findCustomer(db, key)
}

export async function getCustomerByExternalId(
  db: Db,
  organizationId: string,
  externalId: string,
): Promise<Customer> {
  const customer = await queries.findCustomerByExternalId(db, organizationId, externalId)
  return withCredit(db, customer ?? refuseUnknown(externalId), { organizationId })
}

export async function listCustomers(
  db: Db,
  organizationId: string,
  query: CustomerListQuery,
): Promise<CustomerList> {
  const page = pageOf(query)
  const { status, sortBy = 'createdAt', sortOrder } = query
  const search = query.search?.trim() || undefined
  const externalId = query.externalId || undefined
  const updatedSince = parseSince('updatedSince', query.updatedSince)
  const filter = { organizationId, search, status, externalId, updatedSince }
  const { rows, total } = await queries.listCustomers(db, filter, { sortBy, sortOrder, ...page })
  const customerIds = rows.map(({ id }) => id)
  const balances = await listBalances(db, { organizationId, customerIds })
  const bodies = rows.map((customer) => toBody(customer, balances))
  return listAnswer(page, bodies, total)
}

/** Returns a customer with its credit, even if it is deleted; undefined if it is absent. */
export const findEveryCustomer = batched(
  async (db: Db, keys: readonly ScopedId[]): Promise<(Customer | undefined)[]> => {
    const found = new Map<string, Customer>()
    for (const [organizationId, ofOne] of Map.groupBy(keys, (key) => key.organizationId)) {
      const customerIds = ofOne.map(({ id }) => id)
      const [rows, balances] = await Promise.all([
        queries.listEveryCustomer(db, organizationId, customerIds),
        listBalances(db, { organizationId, customerIds }),
      ])
      for (const row of rows) found.set(`${organizationId} ${row.id}`, toBody(row, balances))
    }
    return keys.map(({ organizationId, id }) => found.get(`${organizationId} ${id}`))
  },
)

/** Returns the customer with its credit balances. */
export async function withCredit(
  db: Db,
  customer: queries.CustomerRow,
  { organizationId }: { organizationId: string },
): Promise<Customer> {
  const balances = await listBalances(db, { organizationId, customerIds: [customer.id] })
  return toBody(customer, balances)
}

/**
 * Keeps the customer's events and invoices; the external id becomes available to another customer.
 */
export async function deleteCustomer(
  db: Db,
  { key, expected }: { key: ScopedId; expected: ExpectedVersion },
  moment: Moment,
): Promise<void> {
  const { now, businessNow } = moment
  await db.transaction().execute(async (tx) => {
    requireVersion(await lockCustomer(tx, key, 'update'), expected)
    const live = await queries.countLiveSubscriptions(tx, key, businessNow)
    if (live > 0) {
      throw new AppError(
        'has_dependents',
        `The customer has ${live} subscription(s) that are active or upcoming; ` +
          'end or delete them first',
      )
    }
    await queries.markCustomerDeleted(tx, key, now)
    await publishCustomer(tx, key, 'deleted', moment)
    await announceChange(tx, CUSTOMER_IDS)
  })
}

/**
 * True if an organization has, or ever had, customers. Events, subscriptions and invoices always
 * belong to one.
 */
export const hasCustomers = (db: Db, organizationId: string): Promise<boolean> =>
  queries.hasCustomers(db, organizationId)

/** Cache of the customer that each external id belongs to. */
export const CUSTOMER_IDS: CacheTopic = { name: 'customers' }
const KNOWN_CUSTOMERS_MAX = 200_000

/**
 * Maps external ids to customers; creates a customer for an unknown id, with the id as its name.
 */
export function createCustomerDirectory(
  db: Db,
  momentOf: (organizationId: string) => Moment,
): IdDirectory {
  return createIdDirectory({
    max: KNOWN_CUSTOMERS_MAX,
    find: async (organizationId, externalIds) =>
      idByExternalId(
        await provisioning.findCustomersByExternalIds(db, organizationId, externalIds),
      ),
    create: async (organizationId, externalIds) => {
      const customers = externalIds.map((externalId) => ({ id: newId(), externalId }))
      const moment = momentOf(organizationId)
      return idByExternalId(
        await db.transaction().execute(async (tx) => {
          const created = await provisioning.insertMinimalCustomers(
            tx,
            organizationId,
            customers,
            moment.now,
          )
          await forAll(created, ({ id }) =>
            publishCustomer(tx, { organizationId, id }, 'created', moment),
          )
          return created
        }),
      )
    },
  })
}

function idByExternalId(
  customers: readonly { id: string; externalId: string }[],
): Map<string, string> {
  return new Map(customers.map(({ id, externalId }) => [externalId, id]))
}
