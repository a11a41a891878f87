import { beforeAll, expect, test } from 'vitest'
import { createApi, createTestOrganization, must } from '../../../../test/support/app.ts'
import { statementsOf } from '../../../../test/support/statements.ts'
import { useTestApp } from '../../../../test/support/use-app.ts'
import { givenEndpoint } from '../test-support.ts'

const t = useTestApp()

const COUNT = 20_000
let api: ReturnType<typeof createApi>
let path: string

/** Two endpoints have as many deliveries: every hundredth is of a rare type, every 200th failed. */
beforeAll(async () => {
  const organization = await createTestOrganization(t.dependencies)
  api = createApi(t.app, organization.secretKey)
  for (const name of ['other', 'listed']) {
    const { id } = await givenEndpoint(api, `https://acme.example/${name}`)
    await t.database.pool.query(FILL, [organization.id, id, COUNT])
    path = `/v1/webhook-endpoints/${id}/deliveries`
  }
  await t.database.pool.query('vacuum analyze announcements, webhook_deliveries')
})

const FILL = `
  with added as (
    insert into announcements
      (id, organization_id, type, object_id, version, data, happened_at, created_at)
    select gen_random_uuid(), $1::uuid,
      case when n % 100 = 7 then 'invoice.paid' else 'customer.updated' end,
      $1::uuid, 1, '{}', now(), now()
    from generate_series(1, $3::int) n order by n
    returning id, position, type
  )
  insert into webhook_deliveries
    (announcement_id, endpoint_id, organization_id, position, type, includes_costs, status,
     attempts, next_attempt_at, created_at)
  select id, $2::uuid, $1::uuid, position, type, false, status, 1,
    case status when 'pending' then now() end, now()
  from added cross join lateral (select case
    when position % 200 = 3 then 'failed' when position % 1000 = 4 then 'pending'
    else 'succeeded' end as status) state`

/** Returns the plans of the statements that find a page, for any parameters. */
async function plansOf(query: string): Promise<string> {
  const sent = await statementsOf(t.dependencies.pool, () => must(api.get(`${path}?${query}`)))
  const finding = sent.filter((text) => /select "position" from .*order by/.test(text))
  expect(finding.length).toBeGreaterThan(0)
  const client = await t.database.pool.connect()
  try {
    await client.query('set plan_cache_mode = force_generic_plan')
    const plans: string[] = []
    for (const text of finding) {
      const parameters = [...new Set(text.match(/\$\d+/g))].map(() => 'null')
      await client.query(`prepare finding as ${text}`)
      const { rows } = await client.query(`explain execute finding (${parameters.join()})`)
      await client.query('deallocate finding')
      plans.push(JSON.stringify(rows))
    }
    return plans.join()
  } finally {
    client.release(true)
  }
}

test.each([
  ['limit=20&page=900', /Index Only Scan Backward using webhook_deliveries_endpoint_idx/],
  ['sortOrder=asc&exactTotal=false', /Index Only Scan using webhook_deliveries_endpoint_idx/],
  ['status=failed', /Index Only Scan Backward using webhook_deliveries_failed_idx/],
  ['type=invoice.paid', /Index Only Scan Backward using webhook_deliveries_type_idx/],
  ['type=invoice.paid&status=failed', /using webhook_deliveries_(failed|type)_idx/],
  ['type=invoice.paid&type=coupon.created', /using webhook_deliveries_\w+_idx/],
  ['status=pending', /using webhook_deliveries_\w+_idx/],
])('a page of deliveries with %s is found by an index', async (query, index) => {
  const plans = await plansOf(query)
  expect(plans).toMatch(index)
  expect(plans).not.toContain('Seq Scan')
})

test('a deep page has the deliveries of its place, with their announcements', async () => {
  const ids = async (query: string) =>
    (await must(api.get(`${path}?limit=50&${query}`))).results.map(
      (one: { announcementId: string }) => one.announcementId,
    )
  const last = await ids(`page=${COUNT / 50}`)
  expect(last).toHaveLength(50)
  expect((await ids('sortOrder=asc')).toReversed()).toEqual(last)
  expect(await ids(`page=${COUNT / 50 + 1}`)).toEqual([])
})

test('a total that need not be exact counts one result after the page', async () => {
  const counts = async (list: string) => {
    const { results, totalResults, totalPages } = await must(api.get(list))
    return [results.length, totalResults, totalPages]
  }
  for (const list of [path, '/v1/announcements']) {
    expect(await counts(`${list}?limit=20&page=3&exactTotal=false`)).toEqual([20, 61, 4])
  }
  expect(await counts(`${path}?limit=100&status=failed`)).toEqual([100, COUNT / 200, 1])
  expect(await counts(`${path}?limit=100&status=failed&exactTotal=false`)).toEqual([
    100,
    COUNT / 200,
    1,
  ])
  expect(await counts(path)).toEqual([20, COUNT, COUNT / 20])
})
