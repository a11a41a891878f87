import { describe, expect, test } from 'vitest'
import { createApi, createTestOrganization, messageOf } from '../../../test/support/app.ts'
import { type Fields, givenPlan } from '../../../test/support/given.ts'
import { useOrganizationPerTest, useTestApp } from '../../../test/support/use-app.ts'
import { accountCodes } from '../../domain/ledger-accounts.ts'
import { getSettings } from './settings.ts'
import { jpegOf, pngOf } from './test-support.ts'

const t = useTestApp()
const { api, organization } = useOrganizationPerTest(t)

const ORGANIZATION = '/v1/organization'

const dataUrl = (type: string, bytes: Uint8Array) =>
  `data:image/${type};base64,${Buffer.from(bytes).toString('base64')}`
const PNG = pngOf({})
const JPEG = jpegOf(0xc0, 640, 480, 3)
/** Pads the file: bytes after the end marker are not part of the picture. */
const jpegOfSize = (size: number) => Buffer.concat([JPEG, Buffer.alloc(size - JPEG.length)])

const everyField = {
  name: 'Société Exemple',
  email: 'billing@example.com',
  phone: '+33 1 23 45',
  addressLine1: '1 Rue de la Paix',
  addressLine2: '2e étage',
  city: 'Paris',
  state: 'IDF',
  zipCode: '75002',
  country: 'FR',
  taxId: 'FR 12 345678901',
  logo: dataUrl('png', PNG),
  accentColor: '#0a7f5c',
  invoiceFooter: 'IBAN FR76 …\nMerci !',
  currency: 'EUR',
  graceHours: 0,
  reminderDays: [1, 30, 365],
  emailOnPayment: false,
  emailOnRefund: false,
  emailOnVoid: false,
  emailOnCredit: false,
  alertOnCredit: false,
  lowCreditAmount: 12.5,
  accountLinkInMails: true,
  allowOverlappingSubscriptions: true,
  ledgerAccounts: accountCodes({ revenue: '8400', cash: '1200' }),
}

test('a new organization has the defaults', async () => {
  const { status, body } = await api.get(ORGANIZATION)
  expect(status).toBe(200)
  expect(body).toEqual({
    id: organization.id,
    name: 'Test organization',
    email: null,
    phone: null,
    addressLine1: null,
    addressLine2: null,
    city: null,
    state: null,
    zipCode: null,
    country: null,
    taxId: null,
    logo: null,
    accentColor: null,
    invoiceFooter: null,
    currency: 'USD',
    graceHours: 24,
    reminderDays: [3, 7, 14],
    emailOnPayment: true,
    emailOnRefund: true,
    emailOnVoid: true,
    emailOnCredit: true,
    alertOnCredit: true,
    lowCreditAmount: null,
    accountLinkInMails: false,
    allowOverlappingSubscriptions: false,
    ledgerAccounts: accountCodes({}),
  })
})

describe('changing', () => {
  test('keeps every field, and only those that are sent', async () => {
    const changed = await api.patch(ORGANIZATION, everyField)
    expect(changed.status, JSON.stringify(changed.body)).toBe(200)
    expect(changed.body).toEqual({ id: organization.id, ...everyField })
    const { body } = await api.patch(ORGANIZATION, { phone: null, logo: null, reminderDays: [] })
    const expected = { ...changed.body, phone: null, logo: null, reminderDays: [] }
    expect(body).toEqual(expected)
    expect((await api.get(ORGANIZATION)).body).toEqual(expected)
    expect((await api.patch(ORGANIZATION, {})).body).toEqual(expected)
    expect(await getSettings(t.dependencies.db, organization.id)).toEqual(expected)
  })

  test('keeps the codes of accounts that are not sent, and null restores the default', async () => {
    const codesAfter = async (ledgerAccounts: Fields) =>
      (await api.patch(ORGANIZATION, { ledgerAccounts })).body.ledgerAccounts
    await codesAfter({ revenue: '8400', cash: 'Bank' })
    const both = accountCodes({ revenue: '8400', cash: 'Bank' })
    expect(await codesAfter({})).toEqual(both)
    expect(await codesAfter({ cash: null })).toEqual({ ...both, cash: '1000' })
    for (const wrong of [{ cash: '' }, { cash: 1000 }, { cash: 'x'.repeat(33) }, { other: '1' }]) {
      const { status } = await api.patch(ORGANIZATION, { ledgerAccounts: wrong })
      expect(status, JSON.stringify(wrong)).toBe(400)
    }
    expect((await api.get(ORGANIZATION)).body.ledgerAccounts.revenue).toBe('8400')
  })

  test('a country is any text, and a code in small letters is kept in capitals', async () => {
    expect((await api.patch(ORGANIZATION, { country: 'de' })).body.country).toBe('DE')
    expect((await api.patch(ORGANIZATION, { country: 'Suisse' })).body.country).toBe('Suisse')
  })

  test('affects everything that depends on it', async () => {
    await api.patch(ORGANIZATION, { name: 'Renamed', currency: 'JPY' })
    expect((await api.get('/v1/verify')).body.organization.name).toBe('Renamed')
    expect((await givenPlan(api)).currency).toBe('JPY')
  })

  test.each<[Fields, RegExp]>([
    [{ name: '' }, /name/],
    [{ name: '  ' }, /name/],
    [{ name: null }, /name/],
    [{ name: '\ud800' }, /name/],
    [{ email: 'nobody' }, /email/],
    [{ country: 1 }, /country/],
    [{ currency: 'XXX' }, /XXX is not a valid billing currency/],
    [{ currency: 'eur' }, /currency/],
    [{ currency: null }, /currency/],
    [{ graceHours: -1 }, /graceHours/],
    [{ graceHours: 2161 }, /graceHours/],
    [{ graceHours: 1.5 }, /graceHours/],
    [{ graceHours: '24' }, /graceHours/],
    [{ reminderDays: [7, 3] }, /reminderDays must be ascending, each day once: send \[3,7\]/],
    [{ reminderDays: [3, 3] }, /send \[3\]/],
    [{ lowCreditAmount: -1 }, /lowCreditAmount/],
    [{ lowCreditAmount: 'much' }, /lowCreditAmount/],
    [{ reminderDays: [0] }, /reminderDays/],
    [{ reminderDays: [366] }, /reminderDays/],
    [{ reminderDays: [1.5] }, /reminderDays/],
    [{ reminderDays: ['3'] }, /reminderDays/],
    [{ reminderDays: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11] }, /reminderDays/],
    [{ reminderDays: null }, /reminderDays/],
    [{ allowOverlappingSubscriptions: 'yes' }, /allowOverlappingSubscriptions/],
    [{ invoiceFooter: 'x'.repeat(2001) }, /invoiceFooter/],
    [{ id: '019aa5e2-7c3e-7d4e-a3c4-2f1f6f3f9a10' }, /id/],
  ])('refuses %j and changes nothing', async (fields, message) => {
    const before = (await api.get(ORGANIZATION)).body
    const answer = await api.patch(ORGANIZATION, { phone: '1', ...fields })
    expect(answer.status).toBe(400)
    expect(messageOf(answer)).toMatch(message)
    expect((await api.get(ORGANIZATION)).body).toEqual(before)
  })

  test('names every problem in one error', async () => {
    const { body } = await api.patch(ORGANIZATION, { currency: 'XXX', logo: 'x' })
    expect(body.message).toHaveLength(2)
  })

  test('concurrent changes are all kept', async () => {
    const changes = [{ phone: '1' }, { city: 'Berlin' }, { graceHours: 1 }, { taxId: 'X' }]
    await Promise.all(changes.map((change) => api.patch(ORGANIZATION, change)))
    expect((await api.get(ORGANIZATION)).body).toMatchObject(Object.assign({}, ...changes))
  })
})

describe('a logo', () => {
  const MAX = 200 * 1024

  test.each([
    ['a PNG', dataUrl('png', PNG)],
    ['a JPEG', dataUrl('jpeg', JPEG)],
    ['of the largest size', dataUrl('jpeg', jpegOfSize(MAX))],
  ])('is taken: %s', async (_what, logo) => {
    expect((await api.patch(ORGANIZATION, { logo })).status).toBe(200)
    expect((await api.get(ORGANIZATION)).body.logo).toBe(logo)
  })

  test.each([
    ['text', 'logo.png', /data URL of a PNG or JPEG/],
    ['nothing', '', /data URL of a PNG or JPEG/],
    ['an address', 'https://example.com/logo.png', /data URL of a PNG or JPEG/],
    ['another kind', dataUrl('svg+xml', Buffer.from('<svg/>')), /data URL of a PNG or JPEG/],
    ['no base64', 'data:image/png;base64,<script>', /data URL of a PNG or JPEG/],
    ['cut base64', dataUrl('png', PNG).slice(0, -1), /data URL of a PNG or JPEG/],
    ['an empty picture', 'data:image/png;base64,', /data URL of a PNG or JPEG/],
    [
      'a JPEG that says PNG',
      dataUrl('png', JPEG),
      /says image\/png but its content is of another type/,
    ],
    ['a PNG that says JPEG', dataUrl('jpeg', PNG), /says image\/jpeg but its content/],
    ['a page that says PNG', dataUrl('png', Buffer.from('<html>')), /another type/],
    ['half a signature', dataUrl('png', PNG.subarray(0, 6)), /another type/],
    ['half a PNG', dataUrl('png', PNG.subarray(0, 40)), /cannot be printed: send a whole picture/],
    ['half a JPEG', dataUrl('jpeg', JPEG.subarray(0, 8)), /cannot be printed/],
    ['a huge PNG', dataUrl('png', pngOf({ width: 2001 })), /at most 2000 pixels/],
    ['too large', dataUrl('jpeg', jpegOfSize(MAX + 1)), /at most 200 KB, not 201 KB/],
    ['far too large', dataUrl('jpeg', jpegOfSize(600_000)), /logo/],
  ])('is refused: %s', async (_what, logo, message) => {
    const answer = await api.patch(ORGANIZATION, { logo })
    expect(answer.status).toBe(400)
    expect(messageOf(answer)).toMatch(message)
    expect((await api.get(ORGANIZATION)).body.logo).toBeNull()
  })
})

test("a key reads and changes its own organization and no other's", async () => {
  const other = await createTestOrganization(t.dependencies)
  const theirs = createApi(t.app, other.secretKey)
  await api.patch(ORGANIZATION, { name: 'Ours' })
  expect((await theirs.get(ORGANIZATION)).body).toMatchObject({
    id: other.id,
    name: 'Test organization',
  })
})
