import chromium from '@sparticuz/chromium'
import { chromium as playwright } from 'playwright-core'
import { test } from 'vitest'
import { createTestApp } from '../../../test/support/app.ts'
import { booksOf, givenInvoices } from './test-support.ts'

test('shots', { timeout: 240_000 }, async () => {
  const t = await createTestApp()
  const given = givenInvoices(t)
  const books = booksOf(t)
  const base = await t.app.listen({ port: 0, host: '127.0.0.1' })
  await books.rows(
    `update organizations set name='Northwind Automation', email='billing@northwind.example' where id=$1`,
    [t.organization.id],
  )
  for (const [size, width, height] of [
    ['phone', 390, 844],
    ['desktop', 1280, 800],
  ] as const) {
    const browser = await playwright.launch({
      executablePath: await chromium.executablePath(),
      args: chromium.args,
      headless: true,
    })
    const context = await browser.newContext({
      viewport: { width, height },
      deviceScaleFactor: size === 'phone' ? 2 : 1,
    })
    const page = await context.newPage()
    const shoot = (name: string) =>
      page.screenshot({ path: `/tmp/shots/${name}-${size}.png`, fullPage: true })
    const invoice = await given.invoice({
      total: '1284.50',
      customer: { name: 'Acme Corporation' },
    })
    const open = async (one: { token: string }) => {
      const answer = await t.app.inject(`/pay/${one.token}`)
      const path = new URL(String(answer.headers.location ?? `http://x/pay/${one.token}`)).pathname
      await page.goto(base + path)
    }
    await open(invoice)
    await shoot('form')
    await page.fill('#number', '4000 0000 0000 0002')
    await page.fill('#expiry', '12 / 34')
    await page.fill('#cvc', '123')
    await page.fill('#name', 'Ada Lovelace')
    await page.click('button')
    await page.click('summary')
    await shoot('declined')
    await page.fill('#number', '4242 4242 4242 4242')
    await page.fill('#cvc', '123')
    await page.click('button')
    await page.waitForSelector('.state')
    await shoot('paid')
    const long = await given.invoice({
      total: '123456789.125',
      currency: 'KWD',
      customer: {
        name: 'Gesellschaft für außerordentlich lange Firmennamen und Verwaltungsangelegenheiten mbH & Co. KG',
      },
    })
    await open(long)
    await shoot('long')
    await t.api.post(`${long.url}/payments`, { amount: 1 })
    await page.reload()
    await shoot('expired')
    await books.setStatus(long, 'void')
    await page.reload()
    await shoot('void')
    await page.goto(`${base}/pay/nothing`)
    await shoot('unknown')
    await browser.close()
  }
  await t.close()
})
