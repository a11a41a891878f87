import type { Page } from 'playwright-core'
import { settled } from '../support/settled.ts'

export type Shot = {
  name: string
  path: string
  /** Prepares the page before the screenshot. */
  act?: (page: Page) => Promise<unknown>
  /** Takes the full page, not only the visible part. */
  isWhole?: boolean
}

const press = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name }).first().click()
const open = (name: string | RegExp) => async (page: Page) => {
  await press(name)(page)
  await page.getByRole('dialog').waitFor()
}

export const PAGES_OF_STRANGERS: readonly Shot[] = [
  { name: 'sign-in', path: '/sign-in' },
  { name: 'sign-in-wrong', path: '/sign-in', act: signInWrongly },
  { name: 'sign-in-nothing-typed', path: '/sign-in', act: press('Sign in') },
  { name: 'forgot-password', path: '/forgot-password' },
  { name: 'reset-password', path: '/reset-password?token=expired' },
  { name: 'reset-password-refused', path: '/reset-password?token=expired', act: chooseInVain },
  { name: 'invitation-unknown', path: '/invitation/unknown' },
  { name: 'unknown-page', path: '/nothing/here' },
  { name: 'portal', path: '/portal' },
]

export const PAGES_OF_PEOPLE = (slug: string, state: string): readonly Shot[] =>
  [
    { name: 'home', path: `/o/${slug}/home` },
    { name: 'events', path: `/o/${slug}/events` },
    { name: 'runs', path: `/o/${slug}/runs` },
    { name: 'rejections', path: `/o/${slug}/rejections` },
    { name: 'attribution-rules', path: `/o/${slug}/attribution-rules` },
    { name: 'unknown-costs', path: `/o/${slug}/unknown-costs` },
    { name: 'agents', path: `/o/${slug}/agents` },
    { name: 'customers', path: `/o/${slug}/customers` },
    { name: 'new-customer', path: `/o/${slug}/customers/new` },
    { name: 'invoices', path: `/o/${slug}/invoices` },
    { name: 'payments', path: `/o/${slug}/payments` },
    { name: 'subscriptions', path: `/o/${slug}/subscriptions` },
    { name: 'new-subscription', path: `/o/${slug}/subscriptions/new` },
    { name: 'plans', path: `/o/${slug}/plans` },
    { name: 'new-plan', path: `/o/${slug}/plans/new` },
    { name: 'coupons', path: `/o/${slug}/coupons` },
    ...['budgets', 'decisions', 'holds', 'estimates'].map((tab) => ({
      name: `control-${tab}`,
      path: `/o/${slug}/control/${tab}`,
    })),
    ...['usage', 'cost', 'reported-costs', 'revenue', 'mrr', 'profitability'].map((tab) => ({
      name: `analytics-${tab}`,
      path: `/o/${slug}/analytics/${tab}?compare=before`,
    })),
    { name: 'keys', path: `/o/${slug}/developers/keys` },
    { name: 'webhooks', path: `/o/${slug}/developers/webhooks` },
    { name: 'announcements', path: `/o/${slug}/developers/announcements` },
    { name: 'audit-log', path: `/o/${slug}/developers/audit-log` },
    { name: 'mail', path: `/o/${slug}/developers/mail` },
    { name: 'test-clock', path: `/o/${slug}/developers/test-clock` },
    { name: 'models', path: `/o/${slug}/developers/models` },
    { name: 'cost-rates', path: `/o/${slug}/developers/cost-rates` },
    { name: 'cost-allocations', path: `/o/${slug}/developers/cost-allocations` },
    { name: 'repricing', path: `/o/${slug}/developers/repricing` },
    { name: 'organization', path: `/o/${slug}/settings/organization` },
    { name: 'invoicing', path: `/o/${slug}/settings/invoicing` },
    { name: 'taxes', path: `/o/${slug}/settings/taxes` },
    { name: 'team', path: `/o/${slug}/settings/team` },
    { name: 'account', path: '/account' },
    { name: 'unknown-organization', path: '/o/nobody/home' },
    { name: 'unknown-page', path: `/o/${slug}/nothing` },
  ].map((shot) => ({ ...shot, name: `${shot.name}-${state}` }))

/** Portal pages that customers see. */
export const PAGES_OF_CUSTOMERS: readonly Shot[] = [
  { name: 'portal-home', path: '/portal' },
  { name: 'portal-usage', path: '/portal/usage', act: drawn },
  { name: 'portal-invoices', path: '/portal/invoices' },
  { name: 'portal-invoice', path: '/portal/invoices', act: openBill },
  { name: 'portal-invoice-tiers', path: '/portal/invoices', act: openTiers },
  { name: 'portal-credit', path: '/portal/credit' },
  { name: 'portal-subscriptions', path: '/portal/subscriptions' },
  { name: 'portal-profile', path: '/portal/profile' },
  { name: 'portal-leave', path: '/portal/profile', act: leaveProfile, isWhole: false },
]

async function drawn(page: Page) {
  await page.locator('.recharts-surface').first().waitFor()
}

async function openBill(page: Page) {
  await page.getByRole('link', { name: /^INV-/ }).first().click()
  await page.getByRole('heading', { level: 1, name: /INV-/ }).waitFor()
  await settled(page)
}

async function openTiers(page: Page) {
  await openBill(page)
  const lines = page.getByRole('button', { expanded: false })
  if ((await lines.count()) > 0) await lines.first().click()
}

async function leaveProfile(page: Page) {
  await page.getByLabel('City').fill('Springfield')
  await page.getByRole('navigation').getByRole('link', { name: 'Invoices' }).click()
  await page.getByRole('dialog').waitFor()
}

export const DIALOGS = (slug: string): readonly Shot[] => {
  const [keys, team] = [`/o/${slug}/developers/keys`, `/o/${slug}/settings/team`]
  const [events, unknown] = [`/o/${slug}/events`, `/o/${slug}/unknown-costs`]
  const customers = `/o/${slug}/customers`
  const rates = `/o/${slug}/developers/cost-rates`
  const allocations = `/o/${slug}/developers/cost-allocations`
  const repricing = `/o/${slug}/developers/repricing`
  const webhooks = `/o/${slug}/developers/webhooks`
  const invoices = `/o/${slug}/invoices`
  const subscriptions = `/o/${slug}/subscriptions`
  const budgets = `/o/${slug}/control/budgets`
  const rejections = `/o/${slug}/rejections`
  return [
    { name: 'agent', path: `/o/${slug}/agents`, act: openAgent },
    { name: 'agent-new', path: `/o/${slug}/agents`, act: open('New agent'), isWhole: false },
    { name: 'customer-overview', path: customers, act: openCustomer() },
    { name: 'customer-profit', path: customers, act: openCustomer('Profit') },
    { name: 'customer-subscriptions', path: customers, act: openCustomer('Subscriptions') },
    { name: 'customer-invoices', path: customers, act: openCustomer('Invoices') },
    { name: 'customer-credit', path: customers, act: openCustomer('Credit') },
    { name: 'customer-credit-long', path: customers, act: openCredit(/^Contoso/) },
    { name: 'customer-credit-none', path: customers, act: openCredit(/globex/i) },
    { name: 'customer-credit-grant', path: customers, act: grantCredit, isWhole: false },
    { name: 'customer-credit-one', path: customers, act: openGrant, isWhole: false },
    { name: 'customer-credit-expire', path: customers, act: expireCredit, isWhole: false },
    { name: 'customer-events', path: customers, act: openCustomer('Events') },
    { name: 'customer-details', path: customers, act: openCustomer('Details') },
    { name: 'customer-menu', path: customers, act: press(/^Actions for/), isWhole: false },
    { name: 'customer-delete', path: customers, act: deleteCustomer, isWhole: false },
    { name: 'customers-no-match', path: `${customers}?search=nobody&status=suspended` },
    { name: 'new-customer-wrong', path: `${customers}/new`, act: createNamelessCustomer },
    { name: 'analytics-cost-by-model', path: `/o/${slug}/analytics/cost?groupBy=model` },
    { name: 'subscription', path: subscriptions, act: openSubscription() },
    { name: 'subscription-edit', path: subscriptions, act: openSubscription('Edit') },
    { name: 'subscription-end', path: subscriptions, act: endSubscription, isWhole: false },
    { name: 'subscription-menu', path: subscriptions, act: menuOfSubscription, isWhole: false },
    { name: 'subscription-preview', path: `${subscriptions}/new`, act: previewSubscription },
    { name: 'plan', path: `/o/${slug}/plans`, act: openPlan() },
    { name: 'plan-menu', path: `/o/${slug}/plans`, act: press(/^Actions for/), isWhole: false },
    { name: 'plan-prices', path: `/o/${slug}/plans`, act: openPlan('Edit prices') },
    { name: 'plan-prices-wrong', path: `/o/${slug}/plans`, act: breakPrices },
    { name: 'plan-prices-save', path: `/o/${slug}/plans`, act: savePrices, isWhole: false },
    { name: 'plans-no-match', path: `/o/${slug}/plans?search=nothing` },
    { name: 'coupon', path: `/o/${slug}/coupons`, act: openRow(1), isWhole: false },
    { name: 'coupon-new', path: `/o/${slug}/coupons`, act: open('New coupon'), isWhole: false },
    { name: 'coupon-give', path: `/o/${slug}/coupons`, act: giveCoupon, isWhole: false },
    { name: 'control-budget', path: budgets, act: openNamed('Northwind'), isWhole: false },
    { name: 'control-budget-new', path: budgets, act: open('New budget'), isWhole: false },
    { name: 'control-budget-edit', path: budgets, act: editBudget, isWhole: false },
    { name: 'control-budget-menu', path: budgets, act: press(/^Actions for/), isWhole: false },
    { name: 'control-no-match', path: `${budgets}?search=nothing` },
    { name: 'invoices-selected', path: invoices, act: selectInvoices },
    { name: 'invoices-no-match', path: `${invoices}?search=nothing` },
    { name: 'invoice-generate', path: invoices, act: open('Generate invoice'), isWhole: false },
    { name: 'invoice-draft', path: `${invoices}?status=draft`, act: openInvoice },
    { name: 'invoice-open', path: `${invoices}?status=issued`, act: openInvoice },
    { name: 'invoice-paid', path: `${invoices}?status=paid`, act: openInvoice },
    { name: 'invoice-void', path: `${invoices}?status=void`, act: openInvoice },
    { name: 'invoice-refunded', path: `${invoices}?status=refunded`, act: openInvoice },
    { name: 'invoice-line', path: `${invoices}?status=issued`, act: openLine },
    {
      name: 'invoice-send',
      path: `${invoices}?status=draft`,
      act: openInvoiceAnd('Send'),
      isWhole: false,
    },
    {
      name: 'invoice-record-payment',
      path: `${invoices}?status=issued`,
      act: openInvoiceAnd('Record payment'),
      isWhole: false,
    },
    { name: 'payment-refund', path: `/o/${slug}/payments`, act: openRefund, isWhole: false },
    { name: 'create-key', path: keys, act: open('Create key'), isWhole: false },
    { name: 'create-key-wrong', path: keys, act: createNamelessKey, isWhole: false },
    { name: 'key-made', path: keys, act: createKey, isWhole: false },
    { name: 'revoke-key', path: keys, act: open(/^Revoke /), isWhole: false },
    { name: 'webhooks-add', path: webhooks, act: chooseTypes, isWhole: false },
    { name: 'webhooks-added', path: webhooks, act: addEndpoint, isWhole: false },
    { name: 'webhooks-menu', path: webhooks, act: press(/^Actions for/), isWhole: false },
    { name: 'webhooks-endpoint', path: webhooks, act: openEndpoint('accounting') },
    { name: 'webhooks-endpoint-long', path: webhooks, act: openEndpoint('www') },
    { name: 'webhooks-endpoint-failing', path: webhooks, act: openEndpoint('failing') },
    { name: 'webhooks-endpoint-gone', path: webhooks, act: openEndpoint('gone') },
    { name: 'webhooks-rotate', path: webhooks, act: fromMenuOf('Rotate secret'), isWhole: false },
    { name: 'webhooks-replay', path: webhooks, act: fromMenuOf('Replay'), isWhole: false },
    { name: 'webhooks-delete', path: webhooks, act: fromMenuOf('Delete'), isWhole: false },
    { name: 'webhooks-delivery', path: webhooks, act: openDelivery('accounting'), isWhole: false },
    {
      name: 'webhooks-delivery-failing',
      path: webhooks,
      act: openDelivery('failing'),
      isWhole: false,
    },
    {
      name: 'announcements-one',
      path: `/o/${slug}/developers/announcements`,
      act: openRow(1),
      isWhole: false,
    },
    { name: 'event', path: events, act: openRow(1), isWhole: false },
    {
      name: 'event-without-cost',
      path: `${events}?eventProcessed=UNCOSTED`,
      act: openRow(1),
      isWhole: false,
    },
    {
      name: 'events-filtered',
      path: `${events}?range=30d&runId=run-7&eventProcessed=PROCESSED`,
      isWhole: false,
    },
    { name: 'events-no-match', path: `${events}?runId=nothing`, isWhole: false },
    { name: 'rejections-no-match', path: `${rejections}?runId=nothing` },
    { name: 'rejection', path: rejections, act: openRow(1), isWhole: false },
    { name: 'rejection-withdrawn', path: rejections, act: openRow(3), isWhole: false },
    { name: 'rejection-new', path: events, act: rejectRow, isWhole: false },
    { name: 'rejection-withdraw', path: rejections, act: withdrawRow, isWhole: false },
    { name: 'run', path: `/o/${slug}/runs`, act: openRun },
    {
      name: 'attribution-rule-new',
      path: `/o/${slug}/attribution-rules`,
      act: open('Add a rule'),
      isWhole: false,
    },
    { name: 'events-customers', path: events, act: openCustomers, isWhole: false },
    { name: 'unknown-cost', path: unknown, act: openRow(1), isWhole: false },
    { name: 'cost-rate', path: rates, act: openRow(1), isWhole: false },
    { name: 'cost-allocation', path: allocations, act: openRow(1), isWhole: false },
    {
      name: 'cost-allocation-new',
      path: allocations,
      act: open('Add an allocation'),
      isWhole: false,
    },
    { name: 'repricing-run', path: repricing, act: openRow(1), isWhole: false },
    { name: 'repricing-preview', path: repricing, act: previewRun, isWhole: false },
    { name: 'cost-rate-new', path: rates, act: open('Set a cost rate'), isWhole: false },
    { name: 'cost-rate-free', path: rates, act: setFreeRate, isWhole: false },
    {
      name: 'cost-rate-withdraw',
      path: rates,
      act: async (page) => {
        await press(/^Actions for/)(page)
        await page.getByRole('menuitem', { name: 'Withdraw' }).click()
        await page.getByRole('dialog').waitFor()
      },
      isWhole: false,
    },
    {
      name: 'model',
      path: `/o/${slug}/developers/models?search=gpt-4o`,
      act: openRow(1),
      isWhole: false,
    },
    { name: 'keys-no-match', path: `${keys}?search=nothing+like+this` },
    { name: 'home-chart-as-table', path: `/o/${slug}/home`, act: press('Show as table') },
    { name: 'home-90-days', path: `/o/${slug}/home?range=90d` },
    {
      name: 'mail-open',
      path: `/o/${slug}/developers/mail`,
      act: open(/^Invoice /),
      isWhole: false,
    },
    {
      name: 'tax-rate-new',
      path: `/o/${slug}/settings/taxes`,
      act: open('New tax rate'),
      isWhole: false,
    },
    { name: 'test-clock-moved', path: `/o/${slug}/developers/test-clock`, act: moveClock },
    { name: 'invite', path: team, act: open('Invite'), isWhole: false },
    { name: 'remove-member', path: team, act: open(/^Remove /), isWhole: false },
    { name: 'palette', path: keys, act: open('Find pages and actions'), isWhole: false },
    { name: 'person-menu', path: keys, act: press(/account and theme/), isWhole: false },
    { name: 'phone-menu', path: keys, act: openPhoneMenu, isWhole: false },
  ]
}

const openRow = (index: number) => async (page: Page) => {
  await page.getByRole('row').nth(index).getByRole('link').first().click()
  await page.getByRole('dialog').waitFor()
  await settled(page)
}

const inPanelOf = (index: number, button: string) => async (page: Page) => {
  await openRow(index)(page)
  await page.getByRole('button', { name: button, exact: true }).click()
  await page.getByRole('dialog', { name: new RegExp(`^${button} ?`) }).waitFor()
}
const rejectRow = inPanelOf(2, 'Reject')
const withdrawRow = inPanelOf(1, 'Withdraw rejection')

const openEndpoint = (part: string) => async (page: Page) => {
  await page.getByRole('link', { name: part }).first().click()
  await page.getByRole('heading', { level: 1, name: part }).waitFor()
  await page.getByRole('heading', { name: 'Deliveries' }).waitFor()
  await settled(page)
}

const openDelivery = (part: string) => async (page: Page) => {
  await openEndpoint(part)(page)
  await openRow(1)(page)
}

const fromMenuOf = (name: string) => async (page: Page) => {
  await press(/^Actions for .*accounting/)(page)
  await page.getByRole('menuitem', { name }).click()
  await page.getByRole('dialog').waitFor()
  await settled(page)
}

async function previewRun(page: Page) {
  await open('Reprice usage')(page)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'First usage date' }).fill('2026-01-01')
  await dialog.getByRole('textbox', { name: 'Last usage date' }).fill('2027-01-01')
  await dialog.getByLabel('Reason').focus()
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await dialog.getByText('Cost before').first().waitFor()
}

async function setFreeRate(page: Page) {
  await open('Set a cost rate')(page)
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Provider').fill('in-house')
  await dialog.getByLabel('Input', { exact: true }).fill('0')
  await dialog.getByRole('button', { name: 'Set rate' }).click()
  await dialog.getByText(/^Confirm this/).waitFor()
}

async function chooseTypes(page: Page) {
  await open('Add endpoint')(page)
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('All types').uncheck()
  await dialog.getByLabel('invoice.paid').check()
  await dialog.getByLabel('Search types').fill('invoice')
}

async function addEndpoint(page: Page) {
  await open('Add endpoint')(page)
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('URL').fill('http://127.0.0.1:9/unreachable')
  await dialog.getByRole('button', { name: 'Add endpoint' }).click()
  await dialog.getByLabel('I have stored it').waitFor()
}

async function openInvoice(page: Page) {
  await page.getByRole('row').nth(1).getByRole('link').first().click()
  await page.getByRole('region', { name: 'Invoice as the customer sees it' }).waitFor()
  await settled(page)
}

const openInvoiceAnd = (action: string) => async (page: Page) => {
  await openInvoice(page)
  await page.getByRole('button', { name: action, exact: true }).click()
  await page.getByRole('dialog').waitFor()
  await settled(page)
}

async function openLine(page: Page) {
  await openInvoice(page)
  await press(/tickets/i)(page)
  await press('Events behind this line')(page)
  await settled(page)
}

async function selectInvoices(page: Page) {
  const boxes = page.getByRole('checkbox', { name: /^Select / })
  if ((await boxes.count()) > 0 && (await boxes.first().isVisible())) {
    await boxes.nth(0).check()
    await boxes.nth(1).check()
  }
}

async function openRefund(page: Page) {
  await press(/^Actions for the payment/)(page)
  await page.getByRole('menuitem', { name: 'Refund' }).click()
  await page.getByRole('dialog').waitFor()
}

async function openCustomers(page: Page) {
  await page.getByRole('combobox', { name: 'Customer' }).fill('n')
  await page.getByRole('listbox').getByRole('option').first().waitFor()
}

const openCustomer = (part?: string) => async (page: Page) => {
  await page.getByRole('link', { name: 'Northwind Traders', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Northwind Traders' }).waitFor()
  if (part) await page.getByRole('link', { name: part, exact: true }).last().click()
  await settled(page)
}

const openCredit = (name: RegExp) => async (page: Page) => {
  await page.getByRole('link', { name }).first().click()
  await page.getByRole('heading', { level: 1, name }).waitFor()
  await page.getByRole('link', { name: 'Credit', exact: true }).last().click()
  await settled(page)
}

async function grantCredit(page: Page) {
  await openCustomer('Credit')(page)
  await open('Grant credit')(page)
}

async function openGrant(page: Page) {
  await openCustomer('Credit')(page)
  await page.getByRole('link', { name: 'Trial credit' }).click()
  await page.getByRole('dialog').waitFor()
  await settled(page)
}

async function expireCredit(page: Page) {
  await openCustomer('Credit')(page)
  await press('Actions for Welcome credit')(page)
  await page.getByRole('menuitem', { name: 'Expire now' }).click()
  await page.getByRole('dialog').waitFor()
}

const openSubscription = (button?: string) => async (page: Page) => {
  await page.getByRole('link', { name: 'Growth 2026' }).click()
  await page.getByRole('heading', { level: 1, name: 'Growth 2026' }).waitFor()
  if (button) await page.getByRole('button', { name: button, exact: true }).click()
  await settled(page)
}

async function endSubscription(page: Page) {
  await openSubscription('End')(page)
  await page.getByRole('dialog').getByLabel('On a day').check()
  await settled(page)
}

async function menuOfSubscription(page: Page) {
  await openSubscription()(page)
  await press(/^Actions for/)(page)
}

/** The customer must have no subscription: a second one would overlap. */
async function previewSubscription(page: Page) {
  await page.getByLabel('Name').fill('Globex, support')
  await pick(page, 'Customer', 'globex')
  await pick(page, 'Plan', 'Growth')
  await page.getByText('First invoice', { exact: true }).waitFor()
  await settled(page)
}

async function pick(page: Page, label: string, name: string) {
  const field = page.getByRole('combobox', { name: label, exact: true })
  await field.click()
  await field.fill(name)
  await page.getByRole('option', { name }).first().click()
}

const openPlan = (button?: string) => async (page: Page) => {
  await page.getByRole('link', { name: 'Growth', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Growth', exact: true }).waitFor()
  if (button) await page.getByRole('button', { name: button, exact: true }).click()
  if (button) await page.getByRole('heading', { level: 1, name: 'Prices' }).waitFor()
  await settled(page)
}

async function breakPrices(page: Page) {
  await openPlan('Edit prices')(page)
  const card = page.getByRole('group', { name: 'Tickets resolved' })
  await card.getByLabel('Up to, tier 2').fill('500')
  await card.getByLabel('Rate, tier 3').fill('0,70')
  await press('Add a price')(page)
  await press('Save')(page)
}

async function savePrices(page: Page) {
  await openPlan('Edit prices')(page)
  await page.getByLabel('Rate, tier 3').fill('0.65')
  await open('Save')(page)
}

async function giveCoupon(page: Page) {
  await press(/^Actions for/)(page)
  await page.getByRole('menuitem', { name: /^Apply/ }).click()
  await page.getByRole('dialog').waitFor()
}

async function openAgent(page: Page) {
  await page.getByRole('link', { name: 'support-agent', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'support-agent' }).waitFor()
  await settled(page)
}

async function openRun(page: Page) {
  await page.getByRole('link', { name: 'resolve ticket' }).first().click()
  await page.getByRole('heading', { level: 1, name: 'resolve ticket' }).waitFor()
  await settled(page)
}

async function deleteCustomer(page: Page) {
  await press(/^Actions for/)(page)
  await page.getByRole('menuitem', { name: /^Delete/ }).click()
  await page.getByRole('dialog').waitFor()
}

async function createNamelessCustomer(page: Page) {
  await page.getByLabel('Email', { exact: true }).fill('no address')
  await page.getByLabel('Net terms (days)').fill('30')
  await press('Create customer')(page)
  await page.locator('[aria-invalid="true"]').first().waitFor()
}

async function signInWrongly(page: Page) {
  await page.getByLabel('Email').fill('ann@acme.example')
  await page.getByLabel('Password', { exact: true }).fill('not the password')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('alert').waitFor()
}

async function chooseInVain(page: Page) {
  await page.getByLabel('New password', { exact: true }).fill('a long password')
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByRole('alert').waitFor()
}

async function createNamelessKey(page: Page) {
  await page.getByRole('button', { name: 'Create key' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click()
  await page
    .getByRole('dialog')
    .getByRole('textbox', { name: 'Name' })
    .and(page.locator('[aria-invalid="true"]'))
    .waitFor()
}

async function createKey(page: Page) {
  await page.getByRole('button', { name: 'Create key' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('night shift worker')
  await dialog.getByRole('button', { name: 'Create key' }).click()
  await dialog.getByLabel('I have stored it').waitFor()
}

async function moveClock(page: Page) {
  await page.getByRole('button', { name: '+ 1 month' }).click()
  await page.getByRole('heading', { name: 'Processed' }).waitFor()
  await settled(page)
}

async function openPhoneMenu(page: Page) {
  const button = page.getByRole('button', { name: 'Open the menu' })
  if (await button.isVisible()) {
    await button.click()
    await page.getByRole('dialog').waitFor()
  }
}

const openNamed = (name: string) => async (page: Page) => {
  await page.getByRole('link', { name, exact: true }).click()
  await page.getByRole('dialog').waitFor()
  await settled(page)
}

async function editBudget(page: Page) {
  await page
    .getByRole('button', { name: /^Actions for/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await page.getByRole('dialog').waitFor()
}
