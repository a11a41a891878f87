import { type Html, html } from '../../../platform/http/html.ts'
import type { CardField, CardForm } from './card-form.ts'

export type Shown = {
  form: CardForm
  /** The error to show; without a field it is a declined card. */
  problem?: { field?: CardField; message: string }
}

const TEST_NUMBERS = [
  ['4242 4242 4242 4242', 'succeeds'],
  ['4000 0000 0000 0002', 'is declined'],
  ['4000 0000 0000 9995', 'lacks funds'],
  ['4000 0000 0000 0341', 'fails when charged later'],
] as const

/** Renders the form for a test card with the list of test cards. */
export function cardForm(
  { action, submit, note }: { action: string; submit: string; note: string },
  { form, problem }: Shown,
): Html {
  const input = inputFor(form, problem?.field)
  return html`${problem && html`<p class="problem" role="alert" id="problem">${problem.message}</p>`}
<form method="post" action="${action}" autocomplete="on">
${input('number', { label: 'Card number', hint: '4242 4242 4242 4242', autocomplete: 'cc-number', isNumber: true })}
<div class="row">
${input('expiry', { label: 'Expires', hint: 'MM / YY', autocomplete: 'cc-exp', isNumber: true })}
${input('cvc', { label: 'Security code', hint: 'CVC', autocomplete: 'cc-csc', isNumber: true })}
</div>
${input('name', { label: 'Name on card', hint: 'As printed on the card', autocomplete: 'cc-name' })}
<button type="submit">${submit}</button>
</form>
<p class="small">${note}</p>
<details>
<summary>Test cards</summary>
<table class="cards">${TEST_NUMBERS.map(([number, effect]) => html`<tr><td>${number}</td><td>${effect}</td></tr>`)}
</table>
<p class="small">Any date in the future, any security code of 3 digits.</p>
</details>`
}

type Input = { label: string; hint: string; autocomplete: string; isNumber?: boolean }

const LONGEST = 100

function inputFor(form: CardForm, wrong: CardField | undefined) {
  return (name: CardField, { label, hint, autocomplete, isNumber = false }: Input): Html => {
    const isWrong = name === wrong
    const value = name === 'cvc' ? '' : form[name]
    return html`<div class="field"><label for="${name}">${label}</label>
<input id="${name}" name="${name}" value="${value}" placeholder="${hint}" required
 maxlength="${LONGEST}" autocomplete="${autocomplete}" spellcheck="false"
 ${isNumber && html`inputmode="numeric" class="number"`}
 ${isWrong && html`aria-invalid="true" aria-describedby="problem" autofocus`}></div>`
  }
}
