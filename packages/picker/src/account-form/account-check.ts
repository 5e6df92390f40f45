/** The check of an account: sends it to the service before the form around it is submitted, and shows the result. */
import type { CheckedAccount } from '../../../client/src/types.ts'
import type { FormField } from '../bank-picker.ts'
import { type AccountRow, grouped, part } from './account-row.ts'
import { type AccountDetails, readChecked, report, request, send } from './account-source.ts'
import type { AccountFormStrings } from './account-strings.ts'

/** How often and how long the check waits for the service, because the user waits for the check. */
const retriesMax = 3
const waitMaxMs = 5000

/** The element with the account. */
export interface AccountElement extends FormField {
  readonly value: AccountDetails
  check(): Promise<CheckedAccount | undefined>
}

/** `output`: the element that shows the status or the result. */
export function createAccountCheck(
  account: AccountElement,
  output: HTMLElement,
  texts: () => AccountFormStrings,
  rows: () => AccountRow[],
) {
  let running: AbortController | undefined
  /** The details that may be submitted, as JSON: they were checked, or the check failed. */
  let passed = ''
  const json = (): string => JSON.stringify(account.value)

  /** Returns undefined if the check fails. */
  async function run(): Promise<CheckedAccount | undefined> {
    running?.abort()
    running = new AbortController()
    const { signal } = running
    say(output, texts().checking)
    const repeats = (error: Error & { retryAfterMs?: number }, isTemporary: boolean, attempt: number): boolean => {
      const isRepeated = isTemporary && attempt < retriesMax && (error.retryAfterMs ?? 0) <= waitMaxMs
      if (isRepeated) say(output, texts().retrying)
      else failed(error)
      return isRepeated
    }
    const result = await request(account, 'v1/accounts/check', readChecked, signal, repeats, account.value)
    if (signal.aborted) return undefined
    running = undefined
    if (result) show(result)
    return result
  }

  function failed(error: Error): void {
    report(error)
    const mayContinue = send(account, 'account-check-failed', { message: error.message })
    const { unchecked, submitAgain } = texts()
    say(output, account.form && mayContinue ? `${unchecked} ${submitAgain}` : unchecked)
    if (mayContinue) passed = json()
  }

  function show(result: CheckedAccount): void {
    const { verdict, fields, bank, bic, iban, iban_note, note } = result
    for (const row of rows()) row.showChecked(fields[row.field.key])
    const { verdicts, bank: bankLabel } = texts()
    const lines = [
      part(`verdict ${verdict}`, verdicts[verdict]),
      bank && part('bank', `${bankLabel}: ${[bank.name, bic].filter(Boolean).join(', ')}`),
      iban && part('iban', `IBAN: ${grouped(iban, { sizes: [4], separator: ' ' })}`),
      ...[iban_note, note].map((text) => text && part('note', text)),
    ]
    output.replaceChildren(...(lines.filter(Boolean) as HTMLElement[]))
    const isAccepted = send(account, 'account-checked', result)
    passed = isAccepted && verdict !== 'invalid' ? json() : ''
    if (verdict === 'invalid')
      rows()
        .find(({ error }) => error)
        ?.control.focus()
  }

  return {
    run,
    stop: (): void => {
      running?.abort()
      running = undefined
    },
    /** Checks the account first, unless it has been checked, and then submits the form. */
    submitting: (event: SubmitEvent, form: HTMLFormElement): void => {
      if (passed === json()) return
      event.preventDefault()
      event.stopImmediatePropagation()
      if (running) return
      const submitter = event.submitter as HTMLButtonElement | null
      void account.check().then((result) => {
        if (result && passed) form.requestSubmit(submitter?.form === form ? submitter : null)
      })
    },
  }
}

/** Shows a status, or nothing. */
export const say = (output: HTMLElement, text: string): void =>
  output.replaceChildren(...(text ? [part('status', text)] : []))
