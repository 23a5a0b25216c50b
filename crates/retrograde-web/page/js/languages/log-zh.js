/** What WATCH, LEARN and the demo say of a log, in Chinese. */

import { inChinese } from './depth.js';

/** @param {number | undefined} n */
const count = (n) => String(n ?? 0).replace(/\B(?=(?:\d{3})+$)/g, '\u202f');

/** @type {import('./index.js').Catalogue} */
export default {
  'verdict.title': '结论',
  'verdict.asked': '谁会赢？',
  'verdict.hidden': '请你先猜：谁会赢？',
  'verdict.reveal': '显示答案',
  'verdict.counts': '目前已定的局面',
  'verdict.class': '值',
  'verdict.number': '局面数',
  'count.win': '胜',
  'count.loss': '负',
  'count.tie': '平局',
  'count.draw': '不终局',
  'count.open': '未定',
  'watch.valueIn': ({ value, depth }, unit) => (depth === 0 ? `${value}（已结束）` : `${inChinese(depth, unit)}${value}`),
  'end.title': '解出来了！',
  'end.counts': ({ n, parts }) => `${count(n)} 个局面：${parts}`,
  'end.deepest': ({ depth }, unit) => `最长的对局：${inChinese(depth, unit)}`,
  'end.asked': ({ step, total }) => `这个棋盘在第 ${count(step)} 步定下，共 ${count(total)} 步`,
  'end.left': '这个棋盘不终局',
  'end.why': '为什么？',
  'end.again': '再看一遍',
  'state.number': ({ n }) => count(n),
  'caption.start': '按播放或空格键：求解从对局的终点开始。',
  'caption.seed': '对局在此结束（{over}），{winner}胜；入队。',
  'caption.seedTie': '对局在此结束（{over}），平局；入队。',
  'caption.pop': '下一个：#{slot}。轮到{side}，{value}。谁能走到这里？',
  'caption.relax': '{side}可以走 {move} 到这里，但会输。未封死的走法：{before} → {open}。',
  'caption.mark.win': ({ side, move, depth }, unit) => `${side}走 ${move} 到这里就赢：${inChinese(depth, unit)}胜。`,
  'caption.mark.loss': ({ side, move, depth }, unit) => `${move} 是${side}最后一个未封死的走法：怎么走都输，${inChinese(depth, unit)}负。`,
  'caption.mark.tie': ({ side, move, depth }, unit) => `${side}赢不了，但走 ${move} 可以成平局：${inChinese(depth, unit)}平局。`,
  'caption.layer': ({ depth, win, loss, tie, queue }) =>
    `第 ${depth} 层完成：${[win && `胜 ${count(win)}`, loss && `负 ${count(loss)}`, tie && `平局 ${count(tie)}`].filter(Boolean).join('，')}。队列中还有 ${count(queue)} 个。`,
  'caption.rest': ({ draw }) =>
    draw === 0 ? '队列空了，一个不剩：没有不终局的局面。' : `队列空了。剩下的 ${count(draw)} 个局面谁也无法逼出结果：不终局。`,
  'caption.loading': '……',
  'caption.inspect': ({ slot, side, value }) => `正在看${slot === null ? '一个局面' : ` #${slot}`}：轮到${side}，${value}。`,
  'near.relaxLabel': '轮到{side}，走 {move} 到这里：{of} 个走法还剩 {open} 个',
  'near.markLabel': '轮到{side}，走 {move} 到这里：{value}',
  'demo.label': '演示：经典棋盘的倒推求解',
  'demo.pause': '暂停',
  'demo.resume': '继续',
  'demo.next': '下一个棋盘',
  'demo.open': '观看求解',
  'demo.noi1': '2023 年联合省选，样例 1：红方无子可动',
  'demo.noi2': '2023 年联合省选，样例 2：黑子溜过去了',
  'demo.noi3': '2023 年联合省选，样例 3',
  'demo.noi4': '2023 年联合省选，样例 4：谁也过不去',
  'demo.noi5': '2023 年联合省选，样例 5：115\u202f248 个局面中，几百个决定胜负',
  'demo.boi1': 'BalticOI 2008：抢占起点',
  'demo.boi2': 'BalticOI 2008：挪了一堵墙',
  'demo.ezec1': 'EZEC-6：三门炮',
  'demo.ezec2': 'EZEC-6：五门炮',
  'demo.draw2': '不终局：两子守望',
};
